/** @returns a function that returns the milliseconds left, from 0, of a period that begins now */
export function countDown(ms: number): () => number {
  const until = performance.now() + ms;
  return () => Math.max(0, until - performance.now());
}
