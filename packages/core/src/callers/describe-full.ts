/**
 * Describes to a refused caller which budget is exhausted, and by which limit.
 */
import type { Budget } from './clients.js';

/** Returns whether a budget is the share of one client or connection rather than the whole. */
export function isShareOf({ whole }: Budget): boolean {
  return whole !== undefined;
}

/** Returns a sentence for the peer that names the limit. */
export function describeFull({ limit, most, whole }: Budget): string {
  if (!whole) return `all of limit ${limit} (${most}) is in use: try again later`;
  if (whole.limit !== limit) return `all of limit ${limit} (${most}) is in use on this connection: try again later`;
  return `this client has its share of limit ${limit} in use (${most} of ${whole.most}, limit clientSharePercent): try again later`;
}
