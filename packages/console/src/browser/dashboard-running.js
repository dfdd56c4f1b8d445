// @ts-check
/**
 * The calls that run, as the dashboard shows them, and how an operator ends one.
 */
import { tableHead } from './dashboard-tables.js';
import { time } from './dashboard-texts.js';
import { button, element } from './element.js';

/** @typedef {{ id: string, server: string, method: string, name: string, caller: string, forMs: number }} RunningCall */

/**
 * @param {RunningCall[]} running
 * @param {boolean} canCancel
 */
export function showRunning(running, canCancel) {
  if (running.length === 0) return element('p', { class: 'empty' }, 'No call runs right now.');
  const rows = running.map((call) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, call.name || call.method),
      element('td', {}, call.server),
      element('td', {}, call.caller),
      element('td', {}, time(call.forMs)),
      canCancel && element('td', {}, cancelButton(call)),
    ),
  );
  return element(
    'div',
    { class: 'table-frame', tabindex: 0, role: 'region', 'aria-label': 'Running calls' },
    element(
      'table',
      { class: 'calls' },
      tableHead(['', 'Server', 'Caller', 'For', ...(canCancel ? ['Cancel'] : [])]),
      element('tbody', {}, ...rows),
    ),
  );
}

/** @param {RunningCall} call */
function cancelButton(call) {
  const name = call.name || call.method;
  return button('Cancel', () => void cancel(call), { class: 'small', 'aria-label': `Cancel ${name}` });
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
  tell(
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

/** @param {string} text */
function tell(text) {
  const said = document.getElementById('said');
  if (said) said.textContent = text;
}
