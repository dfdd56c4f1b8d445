/**
 * Parses published messages. Anyone connected to Redis can publish, so a message may be anything; errors never quote it.
 */
import type { JsonValue } from '@sigil/core';

/** @throws Error when it is not JSON */
export function readJson(message: string): JsonValue {
  try {
    return JSON.parse(message) as JsonValue; // whatever JSON can hold
  } catch {
    // The error of JSON.parse quotes a part of the message.
    throw new Error('it is not JSON');
  }
}

/** @param expected with its article */
export function shapeError(expected: string): Error {
  return new Error(`it has not the shape of ${expected}`);
}
