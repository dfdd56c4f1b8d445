/**
 * Lets a program end before a timer, where timers would keep it running: in Node, and not in browsers.
 */

/** @returns the timer, for `clearTimeout` */
export function inBackground(timer: ReturnType<typeof setTimeout>): ReturnType<typeof setTimeout> {
  // A browser's timer is a number, although the types here are Node's.
  if (typeof timer === 'object') timer.unref();
  return timer;
}
