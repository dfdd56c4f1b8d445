import { runInNewContext } from 'node:vm';
import type { JsonObject, JsonValue, ResourceContents } from '@sigil/core';
import { expect, test } from 'vitest';
import { addRenamingScript, type NamesOfView } from './renaming-script.js';

const names: NamesOfView = {
  tools: new Map([
    ['roll', 'games.roll'],
    ['hold', 'games.hold'],
  ]),
  uris: new Map([['ui://dice/board', 'ui://games/dice/board']]),
};

function pageOf(text: string, given = names): string {
  const contents = addRenamingScript({ uri: 'ui://dice/board', mimeType: 'text/html;profile=mcp-app', text }, given);
  return 'text' in contents ? contents.text : '';
}

const script = /<script>([^]*?)<\/script>/;

test.each([
  [
    '<!DOCTYPE html><html lang="en"><head><title>x</title>',
    '<!DOCTYPE html><html lang="en"><head>',
    '<title>x</title>',
  ],
  ['<!-- <head> --><head data-a=">"><script src=x>', '<!-- <head> --><head data-a=">">', '<script src=x>'],
  ['\uFEFF <!doctype html>\n<HTML>\n<HEAD>\n<b>', '\uFEFF <!doctype html>\n<HTML>\n<HEAD>', '\n<b>'],
  ['<!--><head><p>', '<!--><head>', '<p>'],
  ['<div>no head</div>', '', '<div>no head</div>'],
  ['<!doctype html><header>x</header>', '<!doctype html>', '<header>x</header>'],
  ['', '', ''],
])('in %j the script is the first element of the head', (html, before, after) => {
  const page = pageOf(html);

  expect(page.startsWith(`${before}<script>`)).toBe(true);
  expect(page.replace(script, '')).toBe(html);
  expect(page.endsWith(`</script>${after}`)).toBe(true);
});

test('contents without names to translate, or that are no page, stay the same object', () => {
  const page: ResourceContents = { uri: 'ui://a', mimeType: 'text/html', text: '<p>' };
  const picture: ResourceContents = { uri: 'ui://a', mimeType: 'image/png', blob: 'AAAA' };

  expect(addRenamingScript(page, { tools: new Map(), uris: new Map() })).toBe(page);
  expect(addRenamingScript(picture, names)).toBe(picture);
});

test('a page in base64 gets the script too, and keeps its other members', () => {
  const blob = Buffer.from('<head>ü').toString('base64');
  const _meta = { ui: { prefersBorder: true } };

  const contents = addRenamingScript({ uri: 'ui://a', mimeType: 'text/html;profile=mcp-app', blob, _meta }, names);

  expect(contents).toEqual({ uri: 'ui://a', mimeType: 'text/html;profile=mcp-app', _meta, text: expect.any(String) });
  expect('text' in contents && contents.text.replace(script, '')).toBe('<head>ü');
});

test('a name cannot end the script', () => {
  const page = pageOf('<p>', { tools: new Map([['</script><b>', 'x']]), uris: new Map() });

  expect(page.split('</script>')).toHaveLength(2);
});

/** Runs the script of a page in a window with a host. */
function openPage(given = names) {
  const sent: unknown[] = [];
  const host = { postMessage: (...message: unknown[]) => void sent.push(message) };
  const window = Object.assign(new EventTarget(), { parent: host as { postMessage(...message: unknown[]): void } });
  const [, code = ''] = script.exec(pageOf('', given)) ?? [];
  runInNewContext(code, { window });
  const received: MessageEvent[] = [];
  window.addEventListener('message', (event) => void received.push(event as MessageEvent));
  return {
    window,
    post: (message: JsonValue) => {
      window.parent.postMessage(message, '*');
      return sent.at(-1);
    },
    receive(data: JsonValue, source: object = host) {
      window.dispatchEvent(Object.assign(new Event('message'), { data, source }));
      return received.at(-1);
    },
  };
}

const call = (method: string, params: JsonObject): JsonObject => ({ jsonrpc: '2.0', id: 1, method, params });

test('calls of tools and reads of resources have the names of this server', () => {
  const page = openPage();

  expect(page.post(call('tools/call', { name: 'roll', arguments: { sides: 6 } }))).toEqual([
    call('tools/call', { name: 'games.roll', arguments: { sides: 6 } }),
    '*',
  ]);
  expect(page.post(call('resources/read', { uri: 'ui://dice/board' }))).toEqual([
    call('resources/read', { uri: 'ui://games/dice/board' }),
    '*',
  ]);
});

test.each([
  call('tools/call', { name: 'other' }),
  call('tools/call', { name: '__proto__' }),
  call('resources/read', { uri: 'roll' }),
  call('ui/message', { name: 'roll' }),
  { jsonrpc: '2.0', id: 1, result: { name: 'roll' } },
  call('tools/call', {}),
  null,
  'roll',
])('%j is passed on as it is', (message) => {
  expect(openPage().post(message)).toEqual([message, '*']);
});

test('messages of the host seem to come from the parent that the page sees', () => {
  const page = openPage();

  expect(page.receive({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: {} })?.source).toBe(
    page.window.parent,
  );
  const frame = {};
  expect(page.receive({ jsonrpc: '2.0' }, frame)?.source).toBe(frame);
});

test('the host names the tool of the page as the page knows it', () => {
  const page = openPage();
  const context = (name: string): JsonObject => ({
    theme: 'dark',
    toolInfo: { id: 1, tool: { name, inputSchema: {} } },
  });

  expect(page.receive({ jsonrpc: '2.0', id: 1, result: { hostContext: context('games.roll') } })?.data).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: { hostContext: context('roll') },
  });
  const changed = 'ui/notifications/host-context-changed';
  expect(page.receive(call(changed, context('games.hold')))?.data).toEqual(call(changed, context('hold')));
});

test('a page that no host shows is left alone', () => {
  const window: { parent?: unknown } = {};
  window.parent = window;
  const [, code = ''] = script.exec(pageOf('')) ?? [];

  runInNewContext(code, { window });

  expect(window.parent).toBe(window);
});
