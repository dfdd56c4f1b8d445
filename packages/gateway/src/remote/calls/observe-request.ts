/**
 * Reports a request to an upstream once it has ended, and how long its answer took.
 */

/** A finished request to an upstream. */
export interface ObservedRequest {
  readonly method: string;
  /** `error`: the upstream answered with an error, or could not be reached. */
  readonly outcome: 'ok' | 'error';
  readonly seconds: number;
}

/** @returns the answer, which is reported before it reaches the reader */
export async function observeRequest<Result>(
  method: string,
  send: () => Promise<Result>,
  onRequest: ((request: ObservedRequest) => void) | undefined,
): Promise<Result> {
  if (!onRequest) return send();
  const beganAt = performance.now();
  const report = (outcome: ObservedRequest['outcome']): void =>
    onRequest({ method, outcome, seconds: (performance.now() - beganAt) / 1_000 });
  try {
    const result = await send();
    report('ok');
    return result;
  } catch (error) {
    report('error');
    throw error;
  }
}
