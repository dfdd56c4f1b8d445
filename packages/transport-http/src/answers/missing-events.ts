/**
 * Sends the reader of a resumed stream a notice in place of missing events.
 */
import { assumedHttpRevision } from '@sigil/core/internal';
import type { StoredEvent } from '@sigil/core/stores';

/** @param number the newest number that the reader has @returns a function that sends events, and an error for each gap before one */
export function sendWithGaps(number: number, send: (event: StoredEvent) => void): (event: StoredEvent) => void {
  let last = number;
  return (event) => {
    if (event.number > last + 1) send(gapEvent(event.stream, last + 1, event.number - 1));
    last = event.number;
    send(event);
  };
}

/**
 * The error belongs to no request: the stream continues after it, possibly with the answer.
 *
 * It has the number of the last missing event, so that a reader who comes back once more does not get the notice again.
 */
function gapEvent(stream: string, from: number, to: number): StoredEvent {
  const which = from === to ? `event ${from}` : `events ${from} to ${to}`;
  const error = {
    code: assumedHttpRevision.errorCodes['internal-error'],
    message: `${which} of this stream could not be kept while the store was away, and cannot be sent again`,
    data: { missing: { from, to } },
  };
  return { stream, number: to, json: JSON.stringify({ jsonrpc: '2.0', error }) };
}
