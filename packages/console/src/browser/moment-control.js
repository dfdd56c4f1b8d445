// @ts-check
/**
 * The control for a moment: picked in the reader's time zone, sent in UTC.
 */
import { element } from './element.js';
import { frameInput } from './field-frame.js';
import { textOf } from './json.js';

/** @typedef {import('./read-field.js').Field} Field */
/** @typedef {import('./field-frame.js').Place} Place */
/** @typedef {import('./field-frame.js').Control} Control */

/**
 * @param {Field} field
 * @param {Place} place
 * @returns {Control}
 */
export function buildMoment(field, place) {
  const isNeeded = place.isRequired && !field.isNullable;
  const input = element('input', {
    type: 'datetime-local',
    step: 1,
    required: isNeeded,
    value: localOf(place.initial),
  });
  const framed = frameInput(field, place, input);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  framed.append(element('p', { class: 'hint' }, `In your time zone, ${zone}; sent in UTC.`));
  const nothing = place.isRequired && field.isNullable ? null : undefined;
  return { element: framed, read: () => (input.value === '' ? nothing : new Date(input.value).toISOString()) };
}

/** What the browser's control takes for a moment. @param {unknown} value */
function localOf(value) {
  const moment = new Date(textOf(value) ?? '');
  if (Number.isNaN(moment.getTime())) return undefined;
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
