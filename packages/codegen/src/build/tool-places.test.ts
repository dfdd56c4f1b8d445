import { expect, test } from 'vitest';
import { greeterModel, greetTool } from './plugin-model.test-support.js';
import { toolPlaces } from './tool-places.js';

test('toolPlaces() maps each published tool name to its place and the places of its inputs', () => {
  const at = { file: 'src/greeter.ts', line: 3, column: 5, length: 5 };
  const placeOfInput = new Map([['name', { ...at, column: 11, length: 4 }]]);
  const model = greeterModel({ methods: [greetTool([], { name: 'hello.greet', at, placeOfInput })] });

  expect(toolPlaces(model)).toEqual(new Map([['hello.greet', { at, inputs: placeOfInput }]]));
});
