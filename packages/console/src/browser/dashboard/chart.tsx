/**
 * Charts over time: an axis with ticks, marks for events, and a cursor that the pointer and the arrow keys move.
 */
import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatClock } from '../../dashboard/format.js';

/** The scale of the vertical axis: the place of a value from 0, at the foot, to 1. */
export interface Scale {
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  readonly place: (value: number) => number;
}

/** An event on the time line. */
export interface ChartMark {
  readonly at: number;
  readonly text: string;
}

interface ChartProps {
  /** Read by screen readers. */
  readonly label: string;
  /** The beginning of each step, in milliseconds since 1970. */
  readonly steps: readonly number[];
  /** The length of a step in minutes. */
  readonly stepMinutes: number;
  readonly scale: Scale;
  readonly marks: readonly ChartMark[];
  /** The index of the step under the cursor. */
  readonly cursor: number | undefined;
  readonly onCursor: (cursor: number | undefined) => void;
  /** Describes a step. */
  readonly describe: (index: number) => string;
  readonly draw: (area: ChartArea) => ComponentChildren;
}

/** The area of a chart in pixels. */
export interface ChartArea {
  /** The width of a step. */
  readonly step: number;
  /** The left edge of a step. */
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  readonly foot: number;
}

const height = 150;
const margin = { left: 46, right: 8, top: 8, bottom: 20 };
const minuteMs = 60_000;

export function Chart(props: ChartProps): VNode {
  const { label, steps, stepMinutes, scale, marks, cursor, onCursor, describe, draw } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const inner = Math.max(1, width - margin.left - margin.right);
  const step = inner / Math.max(1, steps.length);
  const foot = height - margin.bottom;
  const x = (index: number): number => margin.left + index * step;
  const y = (value: number): number => foot - scale.place(value) * (foot - margin.top);
  const begin = steps[0] ?? 0;
  const stepMs = stepMinutes * minuteMs;
  const last = steps.length - 1;
  const tickMs = chooseTick(steps.length * stepMinutes) * minuteMs;

  const follow = (event: PointerEvent): void => {
    const left = frame.current?.getBoundingClientRect().left ?? 0;
    const index = Math.floor((event.clientX - left - margin.left) / step);
    onCursor(index < 0 || index > last ? undefined : index);
  };
  const move = (event: KeyboardEvent): void => {
    const from = cursor ?? last + 1;
    const moves: Readonly<Record<string, number>> = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onCursor(Math.min(last, Math.max(0, to)));
  };
  return (
    <div
      class="chart"
      ref={frame}
      tabIndex={0}
      role="slider"
      aria-label={`Time in: ${label}`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={cursor ?? last}
      aria-valuetext={describe(cursor ?? last)}
      onPointerDown={follow}
      onPointerMove={follow}
      // A finger leaves when it is lifted, and the reader reads after that.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onCursor(undefined)}
      onKeyDown={move}
      onBlur={() => onCursor(undefined)}
    >
      <svg width={width} height={height} role="img" aria-label={label}>
        {scale.ticks.map((tick) => (
          <g key={tick.value}>
            <line class="chart-grid" x1={margin.left} x2={width - margin.right} y1={y(tick.value)} y2={y(tick.value)} />
            <text class="chart-tick" x={margin.left - 6} y={y(tick.value) + 4} text-anchor="end">
              {tick.label}
            </text>
          </g>
        ))}
        {steps.map((at, index) =>
          isFull(at, tickMs) ? (
            <text key={at} class="chart-tick" x={x(index)} y={height - 4} text-anchor="middle">
              {formatClock(at)}
            </text>
          ) : null,
        )}
        {cursor !== undefined && (
          <rect class="chart-cursor" x={x(cursor)} width={step} y={margin.top} height={foot - margin.top} />
        )}
        {draw({ step, x, y, foot })}
        {marks
          .filter(({ at }) => at >= begin)
          .map(({ at, text }) => {
            const place = margin.left + ((at - begin) / stepMs) * step;
            return (
              <line key={`${at} ${text}`} class="chart-mark" x1={place} x2={place} y1={margin.top} y2={foot}>
                <title>{`${formatClock(at)}: ${text}`}</title>
              </line>
            );
          })}
      </svg>
    </div>
  );
}

/** Returns the distance of two ticks in a period, both in minutes. */
function chooseTick(minutes: number): number {
  if (minutes > 60) return 180;
  return minutes > 20 ? 10 : 5;
}

/** Returns whether a time is a full step of the reader's clock: with ticks of three hours at 00:00, 03:00 …. */
function isFull(at: number, tickMs: number): boolean {
  return (at - new Date(at).getTimezoneOffset() * minuteMs) % tickMs === 0;
}

/** Returns the width of an element, and follows its changes. */
function useWidth(element: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 600)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

const mostSteps = 4;
/** Writes `20K`: a tick has room for five characters. */
const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** A scale from 0 with whole numbers. */
export function countScale(most: number): Scale {
  const step = chooseStep(most);
  const top = Math.max(1, Math.ceil(most / step)) * step;
  const values = Array.from({ length: top / step + 1 }, (_, index) => index * step);
  return { ticks: values.map((value) => ({ value, label: compact.format(value) })), place: (value) => value / top };
}

/** Returns the smallest of 1, 2, 5, 10, 20 … that needs few steps. */
function chooseStep(most: number): number {
  for (let unit = 1; ; unit *= 10) {
    const factor = [1, 2, 5].find((it) => it * unit * mostSteps >= most);
    if (factor !== undefined) return factor * unit;
  }
}

/** A scale of powers of ten for durations in milliseconds. */
export function durationScale(durations: readonly number[]): Scale {
  const foot = Math.floor(Math.log10(Math.max(0.05, Math.min(1, ...durations))));
  const top = Math.ceil(Math.log10(Math.max(10, ...durations)));
  const ticks = Array.from({ length: top - foot + 1 }, (_, index) => {
    const value = 10 ** (foot + index);
    return { value, label: value < 1_000 ? `${value} ms` : `${value / 1_000} s` };
  });
  return { ticks, place: (value) => (Math.log10(Math.max(10 ** foot, value)) - foot) / (top - foot) };
}

/** A small chart without axes. */
export function Sparkline({ label, values }: { readonly label: string; readonly values: readonly number[] }): VNode {
  const most = Math.max(1, ...values);
  const points = values.map((value, index) => `${index},${(1 - value / most) * 18 + 1}`);
  return (
    <svg
      class="sparkline"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, values.length - 1)} 20`}
      preserveAspectRatio="none"
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
