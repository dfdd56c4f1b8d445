/** Views of several servers, composed into one. */
import { viewMimeType } from '@sigil/core/building';
import type { JsonObject } from '@sigil/core';
import {
  buildCatalog,
  fixedSource,
  Listeners,
  type CatalogSource,
  type Components,
  type PublishedResource,
} from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import { composeSources } from './compose-sources.js';

const uri = 'ui://same/page';
const nothing = { tools: [], resources: [], resourceTemplates: [], prompts: [] };
const run = (): never => {
  throw new Error('not run here');
};

function viewOf(html: string, address = uri): PublishedResource {
  return {
    definition: { uri: address, name: 'page', mimeType: viewMimeType },
    read: async (asked) => ({ kind: 'result', contents: [{ uri: asked, mimeType: viewMimeType, text: html }] }),
  };
}

function showing(_meta: JsonObject, ...resources: PublishedResource[]): Components {
  return {
    ...nothing,
    tools: [{ definition: { name: 'show', inputSchema: { type: 'object' }, _meta }, run }],
    resources,
  };
}

const linkTo = (resourceUri: string): JsonObject => ({ ui: { resourceUri } });

function compose(servers: Readonly<Record<string, Components | CatalogSource>>) {
  const parts = Object.entries(servers).map(([server, given]) => ({
    source: 'tools' in given ? fixedSource(buildCatalog(given)) : given,
    ...(server === '' ? {} : { server, namespace: server }),
  }));
  const composed = composeSources(parts, () => undefined);
  return {
    composed,
    metaOf: (server: string) => composed.current().findTool(`${server}.show`)?.definition._meta,
    read: async (address: string) =>
      composed
        .current()
        .findResource(address)
        ?.read({} as never), // these read nothing of it
  };
}

test('of two views with one address the second gets another one, which its tools name', async () => {
  const { composed, metaOf, read } = compose({
    a: showing(linkTo(uri), viewOf('A')),
    b: showing({ ui: { resourceUri: uri, visibility: ['app'] }, 'openai/outputTemplate': uri }, viewOf('B')),
  });

  expect(composed.leftOut).toEqual([]);
  expect(metaOf('a')).toEqual(linkTo(uri));
  expect(metaOf('b')).toEqual({
    ui: { resourceUri: 'ui://b/same/page', visibility: ['app'] },
    'openai/outputTemplate': 'ui://b/same/page',
  });
  expect(await read(uri)).toMatchObject({ contents: [{ uri, text: 'A' }] });
  expect(await read('ui://b/same/page')).toMatchObject({ contents: [{ uri: 'ui://b/same/page', text: 'B' }] });
});

test('a view is left out, and its link is removed, if the other address is taken too', () => {
  const { composed, metaOf } = compose({
    a: showing(linkTo(uri), viewOf('A'), viewOf('other', 'ui://b/same/page')),
    b: showing({ ...linkTo(uri), other: 1 }, viewOf('B')),
  });

  expect(metaOf('b')).toEqual({ other: 1 });
  expect(composed.leftOut).toEqual([
    'the resource "ui://same/page" of the server "b" was left out: the server "a" has the same address; it can be read at /mcp/b',
  ]);
});

test("a view of the composing server itself keeps its address, and is never another server's", () => {
  const { composed, metaOf } = compose({
    '': showing(linkTo(uri), viewOf('own')),
    b: showing(linkTo(uri), viewOf('B')),
  });

  expect(composed.current().findTool('show')?.definition._meta).toEqual(linkTo(uri));
  expect(metaOf('b')).toEqual(linkTo('ui://b/same/page'));
});

test("a tool that names no view of its own server does not show another server's", () => {
  const { metaOf } = compose({
    a: showing(linkTo(uri), viewOf('A')),
    b: showing(linkTo(uri)),
    c: showing(linkTo('ui://nowhere/page')),
  });

  expect([metaOf('b'), metaOf('c')]).toEqual([undefined, linkTo('ui://nowhere/page')]);
});

test('a tool whose view is read by a template that was left out does not show that of the other server', () => {
  const template = { definition: { uriTemplate: 'ui://same/{name}', name: 'page' }, read: run };
  const { metaOf } = compose({
    a: { ...showing(linkTo(uri)), resourceTemplates: [template] },
    b: { ...showing(linkTo(uri)), resourceTemplates: [{ ...template }] },
  });

  expect([metaOf('a'), metaOf('b')]).toEqual([linkTo(uri), undefined]);
});

test('two servers that offer one plugin show each its own view, so that each gets its own calls', () => {
  const plugin = fixedSource(buildCatalog(showing(linkTo(uri), viewOf('A'))));
  const { metaOf } = compose({ a: plugin, b: plugin });

  expect([metaOf('a'), metaOf('b')]).toEqual([linkTo(uri), linkTo('ui://b/same/page')]);
});

test('a composition of a composition keeps them apart', () => {
  const plugin = fixedSource(buildCatalog(showing(linkTo(uri), viewOf('A'))));
  const { composed } = compose({ a: plugin, b: plugin });
  const again = composeSources([{ source: composed }, { source: fixedSource(buildCatalog(nothing)) }], () => undefined);

  const links = again.current().tools.map(({ definition }) => definition._meta);
  expect(links).toEqual([linkTo(uri), linkTo('ui://b/same/page')]);
});

test('an update of a view is announced at its address in the composition', () => {
  const listeners = new Listeners<string>();
  const b = { ...fixedSource(buildCatalog(showing(linkTo(uri), viewOf('B')))) };
  const { composed } = compose({
    a: showing(linkTo(uri), viewOf('A')),
    b: { ...b, onResourceUpdated: (listener: (changed: string) => void) => listeners.add(listener) },
  });
  const updated: string[] = [];
  composed.onResourceUpdated((it) => updated.push(it));

  listeners.notify(uri);

  expect(updated).toEqual(['ui://b/same/page']);
});
