import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import { askableCapabilities } from './askable-capabilities.js';

test.each<[string, JsonObject, JsonObject]>([
  ['nothing', { experimental: { a: {} }, extensions: { b: {} } }, {}],
  ['forms', { elicitation: { x: 'y' } }, { elicitation: {} }],
  ['modes', { elicitation: { url: { a: 1 }, form: {}, x: 1 } }, { elicitation: { form: {}, url: {} } }],
  ['models', { sampling: { tools: { a: 1 }, x: {} } }, { sampling: { tools: {} } }],
  ['roots', { roots: { listChanged: true } }, { roots: {} }],
  ['nothing that is no object', { elicitation: 5, sampling: true, roots: null }, {}],
])('askableCapabilities() keeps only what the gateway can pass on: %s', (_what, declared, askable) => {
  expect(askableCapabilities(declared)).toEqual(askable);
});
