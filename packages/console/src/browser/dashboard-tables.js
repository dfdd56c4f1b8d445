// @ts-check
/**
 * The parts of the dashboard that have no charts: numbers, and the tables of remote servers and plugins.
 */
import { age, clock, time } from './dashboard-texts.js';
import { element } from './element.js';

/** @typedef {{ server: string, state: string, latencyMs?: number, lastError?: { at: number, message: string } }} Upstream */
/** @typedef {{ name: string, state: string, link: string, version?: string, since?: number, draining?: number }} Plugin */

/**
 * A number with its name, in a list of such.
 *
 * @param {string} name
 * @param {string} value
 * @param {string} [kind]
 */
export function fact(name, value, kind = '') {
  return element('div', { class: kind }, element('dt', {}, name), element('dd', {}, value));
}

/** @param {readonly string[]} names */
export function tableHead(names) {
  return element(
    'thead',
    {},
    element(
      'tr',
      {},
      ...names.map((name) =>
        element('th', { scope: 'col' }, name || element('span', { class: 'unseen' }, 'Component')),
      ),
    ),
  );
}

/** @param {Upstream[]} upstreams */
export function showUpstreams(upstreams) {
  const rows = upstreams.map(({ server, state, latencyMs, lastError }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, server),
      element('td', {}, element('span', { class: `mark state-${state}` }, state)),
      element('td', {}, time(latencyMs)),
      element('td', { class: 'wide' }, lastError ? `${clock(lastError.at)} ${lastError.message}` : '–'),
    ),
  );
  return element(
    'div',
    { class: 'table-frame', tabindex: 0, role: 'region', 'aria-label': 'Remote servers' },
    element(
      'table',
      { class: 'calls' },
      tableHead(['', 'State', 'Latency', 'Last error']),
      element('tbody', {}, ...rows),
    ),
  );
}

/** @param {Plugin[]} plugins @param {number} now */
export function showPlugins(plugins, now) {
  const rows = plugins.map(({ name, state, link, version, since, draining }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      element('td', {}, element('span', { class: `mark state-${state}` }, state)),
      element('td', {}, version ?? '–'),
      element('td', {}, link),
      element('td', {}, since === undefined ? '–' : age((now - since) / 1_000)),
      element('td', {}, draining === undefined || draining === 0 ? '–' : `${draining} draining`),
    ),
  );
  return element(
    'div',
    { class: 'table-frame', tabindex: 0, role: 'region', 'aria-label': 'Plugins' },
    element(
      'table',
      { class: 'calls' },
      tableHead(['', 'State', 'Version', 'Link', 'Serves for', 'Older builds']),
      element('tbody', {}, ...rows),
    ),
  );
}
