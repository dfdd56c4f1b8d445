// @ts-check
/**
 * Notices on an open page that another build serves, and opens a summary of what it changed.
 */
import { button, element } from './element.js';
import { isObject, listOf, numberOf, textOf } from './json.js';

/** @typedef {import('./json.js').JsonObject} JsonObject */

const everyMs = 1_500;

/**
 * Asks while the page is in sight, and no more once the server is gone.
 *
 * @param {string} address of the changes as JSON, the newest first
 * @param {number} seen the newest that the page was made with
 * @param {HTMLElement} place
 */
export function followChanges(address, seen, place) {
  const look = async () => {
    if (document.visibilityState !== 'visible') return;
    const response = await fetch(address).catch(() => undefined);
    if (!response?.ok) return;
    const fresh = listOf(await response.json())
      .filter(isObject)
      .filter((build) => (numberOf(build['number']) ?? 0) > seen);
    if (fresh.length > 0 && place.dataset['shown'] !== String(fresh.length)) show(place, fresh);
  };
  setInterval(() => void look(), everyMs);
}

/**
 * @param {HTMLElement} place
 * @param {readonly JsonObject[]} builds the newest first
 */
function show(place, builds) {
  const times = builds.length === 1 ? 'Another build serves' : `${builds.length} builds came`;
  const lines = builds.flatMap((build) => listOf(build['changes']).filter(isObject).map(showChange));
  place.dataset['shown'] = String(builds.length);
  place.hidden = false;
  place.replaceChildren(
    element(
      'p',
      {},
      element('strong', {}, `${times}: `),
      builds.map((build) => textOf(build['headline']) ?? '').join('; '),
    ),
    element('ul', { class: 'change-list' }, ...lines),
    button('Show it', () => location.reload(), { class: 'primary' }),
  );
}

/** @param {JsonObject} change */
function showChange(change) {
  const level = textOf(change['level']) ?? '';
  const path = textOf(change['path']);
  return element(
    'li',
    {},
    element('span', { class: `level level-${level}` }, level),
    ' ',
    element(
      'span',
      {},
      element('strong', {}, textOf(change['component']) ?? ''),
      path === undefined ? undefined : ' ',
      path === undefined ? undefined : element('code', {}, path),
      `: ${textOf(change['says']) ?? ''}`,
    ),
  );
}
