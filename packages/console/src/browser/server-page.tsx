/**
 * The script of a server's page: fills in components when they are opened, filters them, and tests the connection.
 */
import type { JsonObject } from '@sigil/core';
import { render } from 'preact';
import { startFilters } from './filter-list.js';
import { isObject, listOf, objectOf } from './json.js';
import { readHash } from './location-hash.js';
import { startPage } from './page-behaviour.js';
import { BuildNews } from './server/build-news.js';
import { panels, type PanelProps } from './server/component-panels.js';
import { ConnectionCheck } from './server/connection-check.js';

const page = document.querySelector<HTMLElement>('[data-endpoint]');
const {
  endpoint = '',
  revision = '',
  definitions: definitionsPath = '',
  changes,
  failures = '',
  seen,
} = page?.dataset ?? {};
const { sandbox, noSandbox: missing, swaps = '', stories } = page?.dataset ?? {};
const server = { endpoint, revision };
const views: PanelProps['views'] = { sandbox, missing, swaps, stories, readOffers };

let definitions: Promise<JsonObject> | undefined;

/** Reads everything that the server offers, once, when the first component is opened. */
function readDefinitions(): Promise<JsonObject> {
  return (definitions ??= readOffers());
}

async function readOffers(): Promise<JsonObject> {
  const response = await fetch(definitionsPath);
  if (!response.ok) throw new Error(`The server answered ${response.status}. Reload the page.`);
  return objectOf(await response.json());
}

async function fill(component: HTMLElement): Promise<void> {
  const body = component.querySelector('.component-body');
  const kind = panels[component.dataset['kind'] ?? ''];
  if (!body || !kind) return;
  const { list, key, Panel } = kind;
  try {
    const listed = listOf((await readDefinitions())[list]).filter(isObject);
    const definition = listed.find((it) => it[key] === component.dataset['id']);
    if (!definition) throw new Error('The server no longer offers this. Reload the page.');
    body.replaceChildren();
    render(<Panel definition={definition} server={server} views={views} />, body);
  } catch (error) {
    // Closing and opening it tries again.
    definitions = undefined;
    delete component.dataset['filled'];
    render(<p class="refusal">{error instanceof Error ? error.message : String(error)}</p>, body);
  }
}

function openNamed(): void {
  const named = document.getElementById(location.hash.slice(1)) ?? document.getElementById(readHash());
  if (named instanceof HTMLDetailsElement) named.open = true;
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

let checks = 0;
const connection = document.querySelector('#connection');
document.querySelector('#test-connection')?.addEventListener('click', () => {
  checks += 1;
  if (connection) render(<ConnectionCheck key={checks} server={server} />, connection);
});

const news = document.querySelector('#news');
if (news && changes !== undefined)
  render(<BuildNews changes={changes} failures={failures} seen={Number(seen)} />, news);

globalThis.addEventListener('hashchange', openNamed);
openNamed();
