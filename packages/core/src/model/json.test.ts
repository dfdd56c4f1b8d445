import { expect, test } from 'vitest';
import { isJsonObject } from './json.js';

test.each([{}, { a: 1 }, Object.create(null)])('%j is a JSON object', (value) => {
  expect(isJsonObject(value)).toBe(true);
});

test.each([null, undefined, [], 'a', 1, true, () => undefined])('%j is not a JSON object', (value) => {
  expect(isJsonObject(value)).toBe(false);
});
