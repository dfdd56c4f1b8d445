/**
 * Gives a piece of work a time limit.
 */

/** The limit of an awaited step, and the handling of a late result. */
export interface TimeLimit<Result> {
  readonly limitMs: number;
  /** Makes the error to throw. */
  readonly error: () => Error;
  /** Called with the result when it comes after the limit. */
  readonly onLate?: (result: Result) => void;
}

/** @throws the limit's error when the work takes longer; a later failure of the work is ignored */
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
