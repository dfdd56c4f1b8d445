/**
 * Draws bars and returns them as an image that the client shows.
 */
import { image, Tool, type ContentBlock } from '@sigil/core';
import { Canvas } from './canvas.js';

interface Bar {
  /** Name of the bar. */
  label: string;
  /** Height of the bar. @minimum 0 */
  value: number;
}

const height = 200;
const barWidth = 40;
const gap = 12;

/** Charts. */
export class BarChart {
  // #region draw
  /**
   * Draw a bar chart.
   * @param bars The bars, from left to right @minItems 1 @maxItems 50
   * @param color Colour of the bars @pattern ^#[0-9a-f]{6}$
   */
  @Tool({ readOnly: true })
  draw(bars: Bar[], color = '#3366cc'): ContentBlock[] {
    const highest = Math.max(...bars.map(({ value }) => value)) || 1;
    const canvas = new Canvas(bars.length * (barWidth + gap) + gap, height + gap);
    for (const [index, { value }] of bars.entries()) {
      const top = height - Math.round((value / highest) * (height - gap));
      canvas.paint({ left: gap + index * (barWidth + gap), top, width: barWidth, height: height - top }, color);
    }
    const legend = bars.map(({ label, value }) => `${label}: ${value}`).join(', ');
    return [image(canvas.toPng()), { type: 'text', text: legend }];
  }
  // #endregion draw
}
