// @ts-check
/**
 * The script of a server's page: fills in components when they are opened, filters them, and tests the connection.
 */
import { buildPromptPanel, buildResourcePanel, buildTemplatePanel, buildToolPanel } from './component-panels.js';
import { element } from './element.js';
import { startFilters } from './filter-list.js';
import { followChanges } from './follow-changes.js';
import { isObject, listOf, textOf } from './json.js';
import { sendRequest } from './mcp-client.js';
import { startPage } from './page-behaviour.js';

/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {import('./mcp-client.js').ServerAddress} ServerAddress */
/** @typedef {{ readonly list: string, readonly key: string, readonly build: (definition: JsonObject, server: ServerAddress) => HTMLElement[] }} Kind */

/** @type {Readonly<Record<string, Kind>>} */
const kinds = {
  tool: { list: 'tools', key: 'name', build: buildToolPanel },
  resource: { list: 'resources', key: 'uri', build: buildResourcePanel },
  template: { list: 'resourceTemplates', key: 'uriTemplate', build: buildTemplatePanel },
  prompt: { list: 'prompts', key: 'name', build: buildPromptPanel },
};

const page = /** @type {HTMLElement} */ (document.querySelector('[data-endpoint]'));
const server = { endpoint: page.dataset['endpoint'] ?? '', revision: page.dataset['revision'] ?? '' };

/** @type {Promise<JsonObject> | undefined} */
let definitions;

/** All that the server offers; asked for once, when the first component is opened. */
function readDefinitions() {
  definitions ??= fetch(page.dataset['definitions'] ?? '').then((response) => {
    if (!response.ok) throw new Error(`The server answered ${response.status}. Reload the page.`);
    return response.json();
  });
  return definitions;
}

/** @param {HTMLElement} component */
async function fill(component) {
  const body = component.querySelector('.component-body');
  const kind = kinds[component.dataset['kind'] ?? ''];
  if (!body || !kind) return;
  try {
    const found = listOf((await readDefinitions())[kind.list])
      .filter(isObject)
      .find((definition) => definition[kind.key] === component.dataset['id']);
    if (!found) throw new Error('The server no longer offers this. Reload the page.');
    body.replaceChildren(...kind.build(found, server));
  } catch (error) {
    // Closing and opening it tries again.
    definitions = undefined;
    delete component.dataset['filled'];
    body.replaceChildren(element('p', { class: 'refusal' }, error instanceof Error ? error.message : String(error)));
  }
}

function openNamed() {
  const id = location.hash.slice(1);
  const named = document.getElementById(id) ?? document.getElementById(decodeURIComponent(id));
  if (named instanceof HTMLDetailsElement) named.open = true;
}

/** @param {HTMLElement} place */
async function testConnection(place) {
  place.replaceChildren('Asking…');
  const startedAt = performance.now();
  try {
    const listening = { signal: AbortSignal.timeout(10_000), onNotification: () => undefined };
    const result = await sendRequest(server, { method: 'server/discover', params: {} }, listening);
    const took = Math.round(performance.now() - startedAt);
    const versions = listOf(result['supportedVersions']).join(', ');
    const abilities = Object.keys(isObject(result['capabilities']) ? result['capabilities'] : {}).join(', ');
    place.replaceChildren(
      element('p', { class: 'is-good' }, `It answers, in ${took} ms.`),
      element('p', {}, `Speaks ${versions} · offers ${abilities || 'nothing yet'}`),
      element('p', {}, textOf(result['instructions'])),
    );
  } catch (error) {
    place.replaceChildren(element('p', { class: 'is-bad' }, error instanceof Error ? error.message : String(error)));
  }
}

startPage();
// `toggle` does not bubble, but it can be caught on its way in.
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open || target.dataset['filled']) return;
    if (!target.matches('.component')) return;
    target.dataset['filled'] = 'yes';
    void fill(target);
  },
  { capture: true },
);
startFilters();
const connection = document.querySelector('#connection');
document.querySelector('#test-connection')?.addEventListener('click', () => {
  if (connection instanceof HTMLElement) void testConnection(connection);
});
const news = document.querySelector('#news');
const { changes, seen } = page.dataset;
if (changes !== undefined && news instanceof HTMLElement) followChanges(changes, Number(seen), news);
globalThis.addEventListener('hashchange', openNamed);
openNamed();
