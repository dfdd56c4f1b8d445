/**
 * Which forms of an answer a client takes, from its `Accept` header.
 *
 * Spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 */

/** At least one of them is true, or the request is refused. */
export interface AnswerForms {
  readonly json: boolean;
  readonly stream: boolean;
}

const both: AnswerForms = { json: true, stream: true };
const usual = 'application/json, text/event-stream';

/** Nothing said means everything is taken. */
export function readAccept(accept: string | undefined): AnswerForms {
  if (accept === undefined || accept === usual || accept === '*/*') return both;
  const qualities = readQualities(accept);
  return {
    json: isTaken(qualities, ['application/json', 'application/*', '*/*']),
    stream: isTaken(qualities, ['text/event-stream', 'text/*', '*/*']),
  };
}

/** The most exact range that is listed decides. */
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
