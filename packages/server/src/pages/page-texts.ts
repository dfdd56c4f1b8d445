/**
 * Small conversions for templates: dates, durations, counts, and code in descriptions.
 */
import type { MountCounts } from '../mounts/server-list.js';

/** A part of a description. */
export interface TextPart {
  readonly text: string;
  readonly isCode: boolean;
}

/** Splits a description at its backticks, as in doc comments. A single backtick stays unchanged. */
export function inlineCode(description: string): TextPart[] {
  const parts = description.split(/`([^`\n]+)`/);
  return parts.map((text, index) => ({ text, isCode: index % 2 === 1 })).filter(({ text }) => text !== '');
}

/** Splits an address where a line may break: after slashes and the separators of a query. */
export function breakable(address: string): string[] {
  return address.split(/(?<=[/?&=])(?![/?&=])/);
}

/** Formats a date in UTC, to the second: `2026-07-28 09:30:00 UTC`. */
export function formatDate(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** @param durationMs from 0 */
export function formatDuration(durationMs: number): string {
  if (durationMs < 10) return `${durationMs.toFixed(1)} ms`;
  return durationMs < 1_000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
}

/** Formats the counts that are not zero: `3 tools, 1 prompt`. */
export function describeCounts(counts: MountCounts): string {
  return (['tool', 'resource', 'prompt', 'view'] as const)
    .map((word) => ({ word, count: counts[`${word}s`] }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}${count === 1 ? '' : 's'}`)
    .join(', ');
}
