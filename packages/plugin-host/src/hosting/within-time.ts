/**
 * Gives a piece of work a time limit.
 */

/** A step that is waited for, and the handling of its result beyond the limit. */
export interface TimeLimit<Result> {
  readonly limitMs: number;
  /** Makes the error that is thrown. */
  readonly error: () => Error;
  /** Gets what the work gave after all, when nobody waits for it any more. */
  readonly onLate?: (result: Result) => void;
}

/** @throws the limit's error when the work takes longer; when it then fails, nobody is told */
export async function withinTime<Result>(
  work: Promise<Result>,
  { limitMs, error, onLate }: TimeLimit<Result>,
): Promise<Result> {
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(error());
    }, limitMs);
  });
  const watched = work.then((result) => {
    if (isLate) onLate?.(result);
    return result;
  });
  try {
    return await Promise.race([watched, limit]);
  } finally {
    clearTimeout(timer);
  }
}
