/**
 * Formats the time of day for lines about events.
 */

/** Returns local time as `14:03:59`. */
export function clockTime(now: Date = new Date()): string {
  return [now.getHours(), now.getMinutes(), now.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
