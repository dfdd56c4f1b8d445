/**
 * Reports the requests that were passed on to an upstream, and how long their answers took.
 */

/** A finished request to an upstream. */
export interface PassedOn {
  readonly method: string;
  /** `error`: the upstream answered with an error, or could not be reached. */
  readonly outcome: 'ok' | 'error';
  readonly seconds: number;
}

/** The upstream, and the observer of the requests passed on to it. */
export interface PassingOn {
  /** Name of the upstream server. */
  readonly name: string;
  readonly onPassedOn?: (request: PassedOn) => void;
}

/** @returns the answer, which is reported before it reaches the reader */
export async function tellWhenOver<Result>(
  answer: Promise<Result>,
  method: string,
  { onPassedOn }: Pick<PassingOn, 'onPassedOn'>,
): Promise<Result> {
  if (!onPassedOn) return answer;
  const beganAt = performance.now();
  const tell = (outcome: PassedOn['outcome']): void =>
    onPassedOn({ method, outcome, seconds: (performance.now() - beganAt) / 1_000 });
  try {
    const result = await answer;
    tell('ok');
    return result;
  } catch (error) {
    tell('error');
    throw error;
  }
}
