/**
 * The time of day for lines that say when something happened.
 */

/** `14:03:59`, local time. */
export function clockTime(now: Date = new Date()): string {
  return [now.getHours(), now.getMinutes(), now.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
