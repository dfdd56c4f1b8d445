import { expect, test } from 'vitest';
import { greeterModel, greetTool } from './plugin-model.test-support.js';
import { toolPlaces } from './tool-places.js';

test('tools are found by their published names, with the places of their inputs', () => {
  const at = { file: 'src/greeter.ts', line: 3, column: 5, length: 5 };
  const placeOfInput = new Map([['name', { ...at, column: 11, length: 4 }]]);
  const model = greeterModel({ methods: [greetTool([], { name: 'hello.greet', at, placeOfInput })] });

  expect(toolPlaces(model)).toEqual(new Map([['hello.greet', { at, inputs: placeOfInput }]]));
});
