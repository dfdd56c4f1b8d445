/**
 * Tells of the requests that were passed on to an upstream, and how long their answers took.
 */
import type { Later } from '@sigil/core/engine';

/** A request to an upstream that is over. */
export interface PassedOn {
  readonly method: string;
  /** `error`: the upstream answered with one, or could not be reached. */
  readonly outcome: 'ok' | 'error';
  readonly seconds: number;
}

/** The upstream that is passed on to, and who is told. */
export interface PassingOn {
  /** The upstream server's. */
  readonly name: string;
  readonly onPassedOn?: (request: PassedOn) => void;
}

/** @returns the answer, told of before its reader has it */
export function tellWhenOver<Result>(
  answer: Later<Result>,
  method: string,
  { onPassedOn }: Pick<PassingOn, 'onPassedOn'>,
): Later<Result> {
  if (!onPassedOn) return answer;
  const beganAt = performance.now();
  const tell = (outcome: PassedOn['outcome']): void =>
    onPassedOn({ method, outcome, seconds: (performance.now() - beganAt) / 1_000 });
  return answer.then(
    (result) => {
      tell('ok');
      return result;
    },
    (error: unknown) => {
      tell('error');
      throw error;
    },
  );
}
