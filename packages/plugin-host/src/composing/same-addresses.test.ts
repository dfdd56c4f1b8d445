/** Servers with the same addresses, composed into one. */
import { buildCatalog, fixedSource, Listeners, type CatalogSource, type Components } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import { composeSources } from './compose-sources.js';

const nothing = { tools: [], resources: [], resourceTemplates: [], prompts: [] };
const read = (): never => {
  throw new Error('not read here');
};

function sourceOf(components: Partial<Components>): CatalogSource {
  return fixedSource(buildCatalog({ ...nothing, ...components }));
}

function composeServers(servers: Readonly<Record<string, Partial<Components>>>) {
  const parts = Object.entries(servers).map(([server, components]) => ({
    source: sourceOf(components),
    ...(server === '' ? {} : { server, namespace: server }),
  }));
  return composeSources(parts, () => undefined);
}

const page = { resources: [{ definition: { uri: 'res://same/page', name: 'page' }, read }] };

/** A source that announces updates of its resources. */
function updatingSource(components: Partial<Components>) {
  const listeners = new Listeners<string>();
  const source: CatalogSource = { ...sourceOf(components), onResourceUpdated: (listener) => listeners.add(listener) };
  return { source, announce: (uri: string) => listeners.notify(uri) };
}
const templates = (uriTemplate: string): Partial<Components> => ({
  // Templates of upstreams may have forms that only the gateway can match.
  resourceTemplates: [{ definition: { uriTemplate, name: 'it' }, read, matches: () => false }],
});

test('the second of two equal addresses is left out, with the names of both servers and the way to it', () => {
  const composed = composeServers({ a: page, b: page });

  expect(composed.current().resources).toHaveLength(1);
  expect(composed.leftOut).toEqual([
    'the resource "res://same/page" of the server "b" was left out: the server "a" has the same address; it can be read at /mcp/b',
  ]);
});

test('an address of the composing server itself comes first', () => {
  expect(composeServers({ '': page, b: page }).leftOut).toEqual([
    'the resource "res://same/page" of the server "b" was left out: this server itself has the same address; it can be read at /mcp/b',
  ]);
});

test('an update of a resource that was left out is not announced as one of the other server', () => {
  const [a, b] = [updatingSource(page), updatingSource(page)];
  const composed = composeSources(
    [
      { source: a.source, server: 'a' },
      { source: b.source, server: 'b' },
    ],
    () => undefined,
  );
  const updated: string[] = [];
  composed.onResourceUpdated((uri) => updated.push(uri));

  b.announce('res://same/page');
  expect(updated).toEqual([]);
  a.announce('res://same/page');

  expect(updated).toEqual(['res://same/page']);
});

test.each([
  ['res://{id}', 'res://{name}', 'has "res://{id}" for the same addresses'],
  ['res://{id}', 'res://{id}', 'has the same address'],
  ['res://{+id}/x', 'res://{+path}/x', 'has "res://{+id}/x" for the same addresses'],
])('of the templates %s and %s the second is left out, since no address would reach it', (first, second, why) => {
  const composed = composeServers({ a: templates(first), b: templates(second) });

  expect(composed.current().resourceTemplates).toHaveLength(1);
  expect(composed.leftOut).toEqual([
    `the resource template "${second}" of the server "b" was left out: the server "a" ${why}; it can be read at /mcp/b`,
  ]);
});

test.each([
  ['res://{id}', 'res://{+id}'],
  ['res://{id}', 'res://{id}/x'],
  ['res://all{?q}', 'res://all{?page}'],
  ['res://{id:3}', 'res://{id}'],
])('the templates %s and %s, which match different addresses, are both offered', (first, second) => {
  const composed = composeServers({ a: templates(first), b: templates(second) });

  expect(composed.leftOut).toEqual([]);
});
