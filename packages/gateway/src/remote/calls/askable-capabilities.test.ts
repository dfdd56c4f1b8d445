import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import { askableCapabilities, coversQuestions } from './askable-capabilities.js';

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

test.each<[string, JsonObject, JsonObject, boolean]>([
  ['nothing needs nothing', {}, {}, true],
  ['more than is needed', { roots: {}, sampling: {} }, { roots: {} }, true],
  ['another question', { roots: {} }, { sampling: {} }, false],
  ['forms in the older form', { elicitation: {} }, { elicitation: { form: {} } }, true],
  ['forms in either form', { elicitation: { form: {} } }, { elicitation: {} }, true],
  ['pages besides forms', { elicitation: {} }, { elicitation: { form: {}, url: {} } }, false],
  ['tools of models', { sampling: {} }, { sampling: { tools: {} } }, false],
])('coversQuestions() compares what can be asked: %s', (_what, session, call, covers) => {
  expect(coversQuestions(session, call)).toBe(covers);
});
