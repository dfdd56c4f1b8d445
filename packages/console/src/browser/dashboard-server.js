// @ts-check
/**
 * The card of one server on the dashboard: its charts, its minutes and its components.
 */
import { barChart, sparkline, timeChart, timeScale } from './chart.js';
import { fact, tableHead } from './dashboard-tables.js';
import { clock, count, failureShare, time } from './dashboard-texts.js';
import { element } from './element.js';

/** @typedef {import('./dashboard-texts.js').Sums} Sums */
/** @typedef {Sums & { method: string, name: string, perMinute: number[] }} ComponentCalls */
/** @typedef {Sums & { server: string, minutes: (Sums & { at: number })[], components: ComponentCalls[] }} ServerCalls */
/** @typedef {{ at: number, plugin: string, version: string }} Swap */

const hourMs = 3_600_000;
const shownComponents = 12;

/**
 * @param {ServerCalls} server
 * @param {Swap[]} swaps
 */
export function showServer(server, swaps) {
  // As the bars: whole minutes, of which the last one is not over.
  const begin = server.minutes[0]?.at ?? 0;
  const marks = swaps.map((swap) => ({
    at: Math.min(1, Math.max(0, (swap.at - begin) / hourMs)),
    text: `${clock(swap.at)}: ${swap.plugin} ${swap.version} serves`,
  }));
  return element(
    'article',
    { class: 'card server-calls' },
    showHead(server),
    showCalls(server, marks),
    showTimes(server, marks),
    showMinutes(server),
    showComponents(server),
  );
}

/** @param {ServerCalls} server */
function showHead(server) {
  return element(
    'header',
    { class: 'card-head' },
    element('h3', {}, element('a', { href: `/mcp/meta/${encodeURIComponent(server.server)}` }, server.server)),
    element(
      'dl',
      { class: 'numbers' },
      fact('calls', count.format(server.calls)),
      fact('failed', failureShare(server), server.failures > 0 ? 'is-bad' : ''),
      fact('p50', time(server.p50)),
      fact('p95', time(server.p95)),
      fact('p99', time(server.p99)),
    ),
  );
}

/**
 * @param {ServerCalls} server
 * @param {import('./chart.js').Mark[]} marks
 */
function showCalls({ server, minutes }, marks) {
  const bars = minutes.map((minute) => ({
    ...minute,
    title: `${clock(minute.at)}: ${minute.calls} calls, ${minute.failures} failed, p95 ${time(minute.p95)}, p99 ${time(minute.p99)}`,
  }));
  const busiest = Math.max(...minutes.map(({ calls }) => calls));
  const scale = element('span', { class: 'scale' }, `most ${count.format(busiest)}`);
  return element(
    'figure',
    {},
    element('figcaption', {}, 'Calls per minute', scale),
    barChart(`Calls per minute of ${server} in the last hour, at most ${busiest}`, bars, marks),
  );
}

/**
 * The chart of times, with the ends of its scale.
 *
 * @param {ServerCalls} server
 * @param {import('./chart.js').Mark[]} marks
 */
function showTimes({ server, minutes, p50, p95, p99 }, marks) {
  const lines = /** @type {const} */ (['p99', 'p95', 'p50']).map((name) => ({
    name,
    values: minutes.map((minute) => minute[name]),
  }));
  const scale = timeScale(lines.flatMap(({ values }) => values.filter((value) => value !== undefined)));
  const label = `Times of calls of ${server}: p50 ${time(p50)}, p95 ${time(p95)}, p99 ${time(p99)}`;
  const keys = lines.map(({ name }) => element('span', { class: `key key-${name}` }, name));
  return element(
    'figure',
    {},
    element('figcaption', {}, 'Time of a call', ...keys),
    element(
      'div',
      { class: 'scaled' },
      timeChart(label, lines, marks),
      element('span', { class: 'scale-top' }, time(scale.high)),
      element('span', { class: 'scale-foot' }, time(scale.low)),
    ),
    element('div', { class: 'axis' }, element('span', {}, clock(minutes[0]?.at ?? 0)), element('span', {}, 'now')),
  );
}

/**
 * The numbers of the charts, for those who cannot see them; made when it is opened.
 *
 * @param {ServerCalls} server
 */
function showMinutes({ server, minutes }) {
  const details = element('details', { class: 'minutes' }, element('summary', {}, 'These minutes as a table'));
  details.addEventListener('toggle', () => {
    if (!details.open || details.querySelector('table')) return;
    const rows = minutes
      .filter(({ calls }) => calls > 0)
      .toReversed()
      .map((minute) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, clock(minute.at)),
          element('td', {}, count.format(minute.calls)),
          element('td', {}, count.format(minute.failures)),
          ...[minute.p50, minute.p95, minute.p99].map((it) => element('td', {}, time(it))),
        ),
      );
    const head = tableHead(['Minute', 'Calls', 'Failed', 'p50', 'p95', 'p99']);
    details.append(
      element(
        'div',
        { class: 'table-frame', tabindex: 0, role: 'region', 'aria-label': `Calls of ${server} by minute` },
        element('table', { class: 'calls' }, head, element('tbody', {}, ...rows)),
      ),
    );
  });
  return details;
}

/** @param {ServerCalls} server */
function showComponents({ server, components }) {
  const rows = components
    .slice(0, shownComponents)
    .map((component) =>
      element(
        'tr',
        {},
        element(
          'th',
          { scope: 'row' },
          component.name || component.method,
          component.name ? element('span', { class: 'method' }, component.method) : '',
        ),
        element('td', {}, count.format(component.calls)),
        element(
          'td',
          { class: component.failures > 0 ? 'is-bad' : '' },
          component.failures === 0 ? '0' : count.format(component.failures),
        ),
        element('td', {}, time(component.p50)),
        element('td', {}, time(component.p95)),
        element('td', {}, time(component.p99)),
        element(
          'td',
          { class: 'spark' },
          sparkline(`Calls of ${component.name || component.method} by minute`, component.perMinute),
        ),
      ),
    );
  const left = components.length - rows.length;
  return element(
    'div',
    { class: 'table-frame', tabindex: 0, role: 'region', 'aria-label': `Calls of ${server} by component` },
    element(
      'table',
      { class: 'calls' },
      tableHead(['', 'Calls', 'Failed', 'p50', 'p95', 'p99', 'Last hour']),
      element('tbody', {}, ...rows),
    ),
    left > 0 && element('p', { class: 'hint' }, `and ${left} more with fewer calls`),
  );
}
