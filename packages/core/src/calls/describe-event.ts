/**
 * Describes an event in a line for people: text unchanged, other JSON compact and cut.
 */
import type { JsonValue } from '../model/json.js';
import { cutText } from '../model/cut-text.js';
import type { RunningEvent } from '../model/stream-event.js';

const maxCharacters = 1_000;

/** @returns `undefined` for an event with nothing to show */
export function describeEvent(event: RunningEvent): string | undefined {
  if (event.type === 'content') return describeValue(event.content);
  if (event.type === 'toolUse') return `Using tool: ${event.name}`;
  return event.type === 'progress' ? event.message : undefined;
}

function describeValue(value: JsonValue): string {
  if (typeof value === 'string') return value;
  const json = JSON.stringify(value);
  return json.length > maxCharacters ? `${cutText(json, maxCharacters)}…` : json;
}
