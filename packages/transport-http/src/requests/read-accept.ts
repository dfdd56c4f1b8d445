/**
 * Reads which forms of an answer a client accepts.
 */

/** The accepted forms of an answer. At least one is true, or the request is refused. */
export interface AnswerForms {
  readonly json: boolean;
  readonly stream: boolean;
}

const both: AnswerForms = { json: true, stream: true };
const usual = 'application/json, text/event-stream';

/** Reads the `Accept` header; without one, everything is accepted. */
export function readAccept(accept: string | undefined): AnswerForms {
  if (accept === undefined || accept === usual || accept === '*/*') return both;
  const qualities = readQualities(accept);
  return {
    json: isTaken(qualities, ['application/json', 'application/*', '*/*']),
    stream: isTaken(qualities, ['text/event-stream', 'text/*', '*/*']),
  };
}

/** Returns whether the most specific listed range is accepted. */
function isTaken(qualities: ReadonlyMap<string, number>, ranges: readonly string[]): boolean {
  const range = ranges.find((candidate) => qualities.has(candidate));
  return range !== undefined && qualities.get(range) !== 0;
}

function readQualities(accept: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const entry of accept.split(',')) {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    qualities.set(range, quality === undefined ? 1 : Number(quality.slice(2)));
  }
  return qualities;
}
