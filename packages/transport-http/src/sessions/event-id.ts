/**
 * The ids of events on resumable streams: the stream's name, unique across all sessions, and the event's number in it.
 *
 * Spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
import { randomBytes } from 'node:crypto';
import type { EventPosition } from '@sigil/core/stores';

const nameBytes = 8;
const form = /^([0-9a-f]{16})-([1-9]\d{0,14})$/;

/** @returns a name that no other stream has */
export function nameStream(): string {
  return randomBytes(nameBytes).toString('hex');
}

/** Writes the id of an event for the wire; `readEventId` parses it. */
export function writeEventId({ stream, number }: EventPosition): string {
  return `${stream}-${number}`;
}

/** @returns `undefined` for text that was never an id of ours */
export function readEventId(id: string): EventPosition | undefined {
  const [, stream, number] = form.exec(id) ?? [];
  return stream === undefined ? undefined : { stream, number: Number(number) };
}
