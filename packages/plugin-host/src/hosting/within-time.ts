/**
 * Gives a step of a plugin's life a time limit.
 */

/** @throws Error naming the step when it takes longer than `limitMs`; what it does after that has no effect */
export async function withinTime<Result>(step: string, limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${step} took longer than ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
