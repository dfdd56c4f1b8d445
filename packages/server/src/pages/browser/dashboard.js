// @ts-check
/**
 * The script of the dashboard: reads the server's event stream and shows what it says. While somebody has the focus in a part, that
 * part stands still.
 */
import { barChart, sparkline, timeChart } from './chart.js';
import { showPlugins, showUpstreams, tableHead } from './dashboard-tables.js';
import { age, clock, count, failureShare, size, time } from './dashboard-texts.js';
import { button, element } from './element.js';
import { enliven } from './page-behaviour.js';

/** @typedef {import('./dashboard-texts.js').Sums} Sums */
/** @typedef {Sums & { method: string, name: string, perMinute: number[] }} ComponentCalls */
/** @typedef {Sums & { server: string, minutes: (Sums & { at: number })[], components: ComponentCalls[] }} ServerCalls */
/** @typedef {{ id: number, server: string, method: string, name: string, caller: string, forMs: number }} RunningCall */
/**
 * @typedef {object} View
 * @property {number} at
 * @property {ServerCalls[]} servers
 * @property {RunningCall[]} running
 * @property {{ at: number, plugin: string, version: string }[]} swaps
 * @property {import('./dashboard-tables.js').Upstream[]} upstreams
 * @property {import('./dashboard-tables.js').Plugin[]} plugins
 * @property {{ sessions: number, streams: number, bufferedBytes: number }} clients
 * @property {{ heap: number, resident: number }} memory
 * @property {number} uptimeSeconds
 */

const hourMs = 3_600_000;
const shownComponents = 12;

/** @param {string} name @param {string} value @param {string} [kind] */
function fact(name, value, kind = '') {
  return element('div', { class: kind }, element('dt', {}, name), element('dd', {}, value));
}

/** @param {View} view */
function showTotals({ servers, running, clients, memory, uptimeSeconds }) {
  const calls = servers.reduce((sum, it) => sum + it.calls, 0);
  const failures = servers.reduce((sum, it) => sum + it.failures, 0);
  const lastMinute = servers.reduce((sum, it) => sum + (it.minutes.at(-2)?.calls ?? 0), 0);
  return [
    fact('Calls, last hour', count.format(calls)),
    fact('Calls, last minute', count.format(lastMinute)),
    fact('Failed', calls === 0 ? '–' : failureShare({ calls, failures }), failures > 0 ? 'is-bad' : ''),
    fact('Running', count.format(running.length)),
    fact('Sessions', count.format(clients.sessions)),
    fact('Streams', count.format(clients.streams)),
    fact('Memory', size(memory.resident)),
    fact('Up for', age(uptimeSeconds)),
  ];
}

/** @param {ServerCalls} server @param {View} view */
function showServer(server, { at, swaps }) {
  const begin = at - hourMs;
  const marks = swaps.map((swap) => ({
    at: Math.min(1, Math.max(0, (swap.at - begin) / hourMs)),
    text: `${clock(swap.at)}: ${swap.plugin} ${swap.version} serves`,
  }));
  const bars = server.minutes.map((minute) => ({
    ...minute,
    title: `${clock(minute.at)}: ${minute.calls} calls, ${minute.failures} failed, p95 ${time(minute.p95)}`,
  }));
  const busiest = Math.max(...server.minutes.map(({ calls }) => calls));
  const lines = /** @type {const} */ (['p95', 'p50']).map((name) => ({
    name,
    values: server.minutes.map((minute) => minute[name]),
  }));
  return element(
    'article',
    { class: 'card server-calls' },
    element(
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
    ),
    element(
      'figure',
      {},
      element(
        'figcaption',
        {},
        'Calls per minute',
        element('span', { class: 'scale' }, `most ${count.format(busiest)}`),
      ),
      barChart(`Calls per minute of ${server.server} in the last hour, at most ${busiest}`, bars, marks),
    ),
    element(
      'figure',
      {},
      element(
        'figcaption',
        {},
        'Time of a call',
        element('span', { class: 'key key-p95' }, 'p95'),
        element('span', { class: 'key key-p50' }, 'p50'),
      ),
      timeChart(`Times of calls of ${server.server}: p50 ${time(server.p50)}, p95 ${time(server.p95)}`, lines, marks),
      element('div', { class: 'axis' }, element('span', {}, clock(begin)), element('span', {}, 'now')),
    ),
    showComponents(server),
  );
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

/** @param {RunningCall[]} running */
function showRunning(running) {
  if (running.length === 0) return element('p', { class: 'empty' }, 'No call runs right now.');
  const rows = running.map((call) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, call.name || call.method),
      element('td', {}, call.server),
      element('td', {}, call.caller),
      element('td', {}, time(call.forMs)),
      element(
        'td',
        {},
        button('Cancel', () => void cancel(call), {
          class: 'small',
          'aria-label': `Cancel ${call.name || call.method}`,
        }),
      ),
    ),
  );
  return element(
    'div',
    { class: 'table-frame', tabindex: 0, role: 'region', 'aria-label': 'Running calls' },
    element(
      'table',
      { class: 'calls' },
      tableHead(['', 'Server', 'Caller', 'For', 'Cancel']),
      element('tbody', {}, ...rows),
    ),
  );
}

/** Asks for the admin token once for each page. @param {RunningCall} call */
async function cancel(call) {
  const asked = document.getElementById('admin-token');
  const token = asked instanceof HTMLInputElement ? asked.value : '';
  if (token === '') return askForToken();
  const answer = await fetch(`/admin/cancel?call=${call.id}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  });
  const body = await answer.json().catch(() => ({}));
  // The table goes on with the next numbers.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  say(
    answer.ok
      ? 'The call was cancelled.'
      : `Not cancelled: ${typeof body.error === 'string' ? body.error : `HTTP ${answer.status}`}`,
  );
}

function askForToken() {
  const place = document.getElementById('token-place') ?? element('p', { id: 'token-place', class: 'token' });
  if (!place.isConnected) {
    const field = element('input', { id: 'admin-token', type: 'password', autocomplete: 'off' });
    place.append(element('label', { for: 'admin-token' }, 'Admin token, to cancel calls: '), field);
    document.getElementById('running')?.before(place);
  }
  document.getElementById('admin-token')?.focus();
}

/** @param {string} id @param {...(Node | string)} children */
function put(id, ...children) {
  const place = document.getElementById(id);
  if (!place || place.contains(document.activeElement)) return;
  place.replaceChildren(...children);
}

/** @param {string} text */
function say(text) {
  const live = document.getElementById('live');
  if (live && live.textContent !== text) live.textContent = text;
}

/** @param {View} view */
function show(view) {
  put('totals', ...showTotals(view));
  const cards = view.servers.map((server) => showServer(server, view));
  put(
    'server-cards',
    ...(cards.length > 0
      ? cards
      : [element('p', { class: 'empty' }, 'No calls in the last hour. They show here as they come.')]),
  );
  put('running', showRunning(view.running));
  const upstreams = document.getElementById('upstreams-section');
  if (upstreams) upstreams.hidden = view.upstreams.length === 0;
  put('upstreams', showUpstreams(view.upstreams));
  const plugins = document.getElementById('plugins-section');
  if (plugins) plugins.hidden = view.plugins.length === 0;
  put('plugins', showPlugins(view.plugins, view.at));
}

enliven();
const events = document.querySelector('.dashboard')?.getAttribute('data-events');
if (events) {
  const source = new EventSource(events);
  source.addEventListener('message', ({ data }) => {
    show(JSON.parse(data));
    say('Live');
  });
  source.addEventListener('error', () => say('Connection lost, trying again …'));
}
