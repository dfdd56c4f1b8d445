import { gate } from '@sigil/testing/transports';
import { expect, test } from 'vitest';
import { LineQueue } from './line-queue.js';
import type { Arrival } from './read-arrival.js';
import type { Line } from './line-reader.js';

/** Reads `request 1`, `cancellation 1`, and the other kinds by their names. */
function read(line: string): Arrival {
  const [kind, id] = line.split(' ');
  if (kind === 'request') return { kind: 'waiting', id: Number(id) };
  if (kind === 'cancellation') return { kind, id: Number(id) };
  return { kind: kind as 'immediate' | 'following' | 'waiting' };
}

function holdUntil(opening: Promise<void>) {
  const opened: Line[] = [];
  const onOpen = (lines: Line[]): void => void opened.push(...lines);
  return { held: new LineQueue({ opening, openingTimeoutMs: 60_000, maxLength: 100, read, onOpen }), opened };
}

test('a notification does not overtake a request that waits, and waits for nothing else', async () => {
  const opening = gate();
  const { held, opened } = holdUntil(opening.opened);

  const first = held.hold(['following', 'cancellation 1']);
  const second = held.hold(['request 1', 'following', 'immediate', 'waiting', 'cancellation 2']);
  opening.open();
  await held.opened;

  expect(first).toEqual(['following', 'cancellation 1']);
  expect(second).toEqual(['immediate']);
  expect(opened).toEqual(['request 1', 'following', 'waiting', 'cancellation 2']);
});
