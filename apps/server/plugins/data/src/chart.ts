/**
 * Draws a result as SVG, without a browser: bars or a line over the first dimension, one colour for each measure.
 */
import type { Cell } from './query.js';

/** The parts of a chart; each series has a value for each label. */
export interface Chart {
  readonly kind: 'bar' | 'line';
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly Cell[] }[];
}

const width = 800;
const height = 400;
const margin = { top: 50, right: 20, bottom: 80, left: 80 };
const colours = ['#2b6cb0', '#c05621', '#2f855a', '#6b46c1', '#b83280'];
const plotWidth = width - margin.left - margin.right;
const plotHeight = height - margin.top - margin.bottom;

/** An SVG of 800 by 400. A cell that is no number is left out. */
export function drawChart({ kind, title, labels, series }: Chart): string {
  const numbers = series.map(({ values }) => values.map((value) => (value === null ? Number.NaN : Number(value))));
  const all = numbers.flat().filter(Number.isFinite);
  const scale = openScale(Math.min(0, ...all), Math.max(0, ...all));
  const step = plotWidth / Math.max(1, labels.length);
  const draw = kind === 'bar' ? drawBars : drawLine;
  const body = numbers.map((values, index) =>
    draw(values, { scale, step, colour: colours[index % colours.length] ?? '#000', index, count: series.length }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${escape(title)}</title><rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${margin.left}" y="20" font-size="16">${escape(title)}</text>`,
    ...series.map(({ name }, index) => legend(name, index)),
    ...scale.ticks.map((tick) => gridLine(tick, scale.y(tick))),
    ...body,
    ...labels.map((label, index) => drawLabel(label, index, { step, count: labels.length })),
    '</svg>',
  ].join('\n');
}

interface Scale {
  readonly ticks: readonly number[];
  y(value: number): number;
}

/** Ticks at 1, 2 or 5 times a power of ten. */
function openScale(low: number, high: number): Scale {
  const span = high - low || 1;
  const power = 10 ** Math.floor(Math.log10(span / 5));
  const step = [1, 2, 5, 10].map((it) => it * power).find((it) => span / it <= 6) ?? span;
  const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), Math.floor(low / step) + 1)];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  const range = (last - first) * step;
  return { ticks, y: (value) => margin.top + plotHeight - ((value - first * step) / range) * plotHeight };
}

interface Drawing {
  readonly scale: Scale;
  readonly step: number;
  readonly colour: string;
  readonly index: number;
  readonly count: number;
}

function drawBars(values: readonly number[], { scale, step, colour, index, count }: Drawing): string {
  const bar = (step * 0.8) / count;
  const zero = scale.y(0);
  const bars = values.map((value, at) => {
    if (!Number.isFinite(value)) return '';
    const x = margin.left + at * step + step * 0.1 + index * bar;
    const y = scale.y(value);
    return `<rect x="${round(x)}" y="${round(Math.min(y, zero))}" width="${round(bar)}" height="${round(Math.abs(zero - y))}"/>`;
  });
  return `<g fill="${colour}">${bars.join('')}</g>`;
}

function drawLine(values: readonly number[], { scale, step, colour }: Drawing): string {
  const points = values.flatMap((value, at) =>
    Number.isFinite(value) ? [`${round(margin.left + (at + 0.5) * step)},${round(scale.y(value))}`] : [],
  );
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`;
}

function legend(name: string, index: number): string {
  const x = margin.left + index * 140;
  return `<rect x="${x}" y="30" width="10" height="10" fill="${colours[index % colours.length]}"/><text x="${x + 15}" y="39">${escape(name)}</text>`;
}

function gridLine(tick: number, y: number): string {
  const line = `<line x1="${margin.left}" x2="${width - margin.right}" y1="${round(y)}" y2="${round(y)}" stroke="#ddd"/>`;
  return `${line}<text x="${margin.left - 8}" y="${round(y + 4)}" text-anchor="end">${Number(tick.toPrecision(6))}</text>`;
}

/** At most thirty labels, so that they can be read. */
function drawLabel(label: string, index: number, { step, count }: { step: number; count: number }): string {
  if (index % Math.ceil(count / 30) !== 0) return '';
  const [x, y] = [round(margin.left + (index + 0.5) * step), height - margin.bottom + 14];
  const text = label.length > 14 ? `${label.slice(0, 13)}…` : label;
  return `<text x="${x}" y="${y}" text-anchor="end" transform="rotate(-40 ${x} ${y})">${escape(text)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Also of characters that XML cannot hold. */
function escape(text: string): string {
  const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  // oxlint-disable-next-line no-control-regex -- those are the characters meant
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '').replace(/[&<>"]/g, (it) => named[it] ?? it);
}
