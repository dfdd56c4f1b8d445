/**
 * Follows a reference to a parameter, a body, a response or a header.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { DocumentSet } from '../source/document-set.js';
import type { Place } from '../source/pointer.js';
import { LeftOut } from './operation.js';

/** An object of the document and its place. */
export interface Part {
  readonly value: JsonObject;
  readonly place: Place;
}

/** @throws LeftOut for a reference that leads nowhere or in a circle, and for anything but an object */
export function resolvePart(documents: DocumentSet, value: JsonValue | undefined, place: Place): Part {
  let found: { readonly value: JsonValue | undefined; readonly place: Place } = { value, place };
  for (let step = 0; step < 20; step++) {
    if (!isJsonObject(found.value)) throw new LeftOut(`${found.place.pointer} must be an object`);
    const { $ref: reference } = found.value;
    if (typeof reference !== 'string') return { value: found.value, place: found.place };
    const target = documents.find(reference, found.place);
    if (!target) throw new LeftOut(`the reference ${JSON.stringify(reference)} leads nowhere`);
    found = target;
  }
  throw new LeftOut(`the reference at ${place.pointer} leads in a circle`);
}
