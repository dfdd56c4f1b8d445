// @ts-check
/**
 * The script of the dashboard: reads the server's event stream and shows what it says. While somebody has the focus in a part, that
 * part stands still.
 */
import { showRunning } from './dashboard-running.js';
import { showServer } from './dashboard-server.js';
import { fact, showPlugins, showUpstreams } from './dashboard-tables.js';
import { age, count, failureShare, size } from './dashboard-texts.js';
import { element } from './element.js';
import { startPage } from './page-behaviour.js';

/**
 * @typedef {object} View
 * @property {number} at
 * @property {import('./dashboard-server.js').ServerCalls[]} servers
 * @property {import('./dashboard-running.js').RunningCall[]} running
 * @property {boolean} canCancel
 * @property {import('./dashboard-server.js').Swap[]} swaps
 * @property {import('./dashboard-tables.js').Upstream[]} upstreams
 * @property {import('./dashboard-tables.js').Plugin[]} plugins
 * @property {{ sessions: number, streams: number, bufferedBytes: number }} [clients]
 * @property {{ heap: number, resident: number }} [memory]
 * @property {number} [uptimeSeconds]
 */

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
    ...(clients
      ? [fact('Sessions', count.format(clients.sessions)), fact('Streams', count.format(clients.streams))]
      : []),
    ...(memory ? [fact('Memory', size(memory.resident))] : []),
    ...(uptimeSeconds === undefined ? [] : [fact('Up for', age(uptimeSeconds))]),
  ];
}

/** @param {string} id @param {...(Node | string)} children */
function put(id, ...children) {
  const place = document.getElementById(id);
  if (!place || place.contains(document.activeElement)) return;
  place.replaceChildren(...children);
}

/**
 * One card for each server, in their order. A card that is in use, or open, stays as it is.
 *
 * @param {View} view
 */
function putCards({ servers, swaps }) {
  const place = document.getElementById('server-cards');
  if (!place) return;
  const before = new Map([...place.children].map((card) => [card.getAttribute('data-server'), card]));
  const cards = servers.map((server) => {
    const known = before.get(server.server);
    if (known && (known.contains(document.activeElement) || known.querySelector('details[open]'))) return known;
    const card = showServer(server, swaps);
    card.setAttribute('data-server', server.server);
    return card;
  });
  const shown =
    cards.length > 0
      ? cards
      : [element('p', { class: 'empty' }, 'No calls in the last hour. They show here as they come.')];
  // Taking a card out and putting it back would take the focus away from it.
  for (const card of before.values()) if (!shown.some((it) => it === card)) card.remove();
  for (const [index, card] of shown.entries()) {
    if (place.children[index] !== card) place.insertBefore(card, place.children[index] ?? null);
  }
}

/** @param {string} text */
function say(text) {
  const live = document.getElementById('live');
  if (live && live.textContent !== text) live.textContent = text;
}

/** @param {View} view */
function show(view) {
  put('totals', ...showTotals(view));
  putCards(view);
  put('running', showRunning(view.running, view.canCancel));
  const upstreams = document.getElementById('upstreams-section');
  if (upstreams) upstreams.hidden = view.upstreams.length === 0;
  put('upstreams', showUpstreams(view.upstreams));
  const plugins = document.getElementById('plugins-section');
  if (plugins) plugins.hidden = view.plugins.length === 0;
  put('plugins', showPlugins(view.plugins, view.at));
}

startPage();
const events = document.querySelector('.dashboard')?.getAttribute('data-events');
if (events) {
  const source = new EventSource(events);
  source.addEventListener('message', ({ data }) => {
    show(JSON.parse(data));
    say('Live');
  });
  source.addEventListener('error', () => say('Connection lost, trying again …'));
}
