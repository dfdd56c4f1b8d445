/**
 * Small conversions that templates need: dates, durations, and code inside of descriptions.
 */

/** A stretch of a description. */
export interface TextPart {
  readonly text: string;
  readonly isCode: boolean;
}

/** Cuts a description at its backticks, as doc comments use them. A single backtick stays what it is. */
export function inlineCode(description: string): TextPart[] {
  const parts = description.split(/`([^`\n]+)`/);
  return parts.map((text, index) => ({ text, isCode: index % 2 === 1 })).filter(({ text }) => text !== '');
}

/** Cuts an address where a line may end: after its slashes and what separates a query, and nowhere within a word. */
export function breakable(address: string): string[] {
  return address.split(/(?<=[/?&=])(?![/?&=])/);
}

/** In UTC, to the second: `2026-07-28 09:30:00 UTC`. */
export function formatDate(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** @param durationMs from 0 */
export function formatDuration(durationMs: number): string {
  if (durationMs < 10) return `${durationMs.toFixed(1)} ms`;
  return durationMs < 1_000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
}
