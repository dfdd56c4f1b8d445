import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import { viewLimits } from '../../view-limits.js';
import { readViewDocument, type ViewDocument } from './view-document.js';

const uri = 'ui://dice/board';
const own = ['http://127.0.0.1:3000'];

const read = (item: JsonObject): ViewDocument =>
  readViewDocument({ contents: [{ uri, mimeType: 'text/html;profile=mcp-app', ...item }] }, uri, own);

test('a view has its HTML as text or as bytes', () => {
  expect(read({ text: '<p>é' }).html).toBe('<p>é');
  expect(read({ blob: 'PHA+w6k=' }).html).toBe('<p>é');
});

test('a view that declares nothing reaches nothing and asks for no permission', () => {
  expect(read({ text: '' })).toEqual({ html: '', csp: {}, permissions: {}, prefersBorder: true, refused: [] });
});

test('hosts and permissions are those that this page can give', () => {
  const ui = {
    csp: {
      connectDomains: ['https://api.example.com', 'http://localhost:3000'],
      resourceDomains: 'no list',
      other: ['*'],
    },
    permissions: { camera: {}, clipboardWrite: {}, microphone: true, midi: {} },
    prefersBorder: false,
  };

  expect(read({ text: '', _meta: { ui } })).toMatchObject({
    csp: { connectDomains: ['https://api.example.com'] },
    permissions: { camera: {}, clipboardWrite: {} },
    prefersBorder: false,
    refused: ['connectDomains: http://localhost:3000 is not allowed, since it is the address of this server.'],
  });
});

test.each([
  [{ mimeType: 'text/html', text: '' }, 'is of the type "text/html"'],
  [{ uri: 'ui://other', text: '' }, 'answered without ui://dice/board'],
  [{ text: 'x'.repeat(viewLimits.maxHtmlCharacters + 1) }, `more than ${viewLimits.maxHtmlCharacters} characters`],
])('a view is refused with a sentence: case %#', (item, message) => {
  expect(() => read(item)).toThrow(message);
});
