import { describe, expect, test } from 'vitest';
import { readUri } from './read-uri.mjs';

test('the variables are parameters that take a text', () => {
  expect(readUri('sky://{station}/{+path}')).toMatchObject([
    { name: 'station', declared: { type: 'string' }, sample: 'station' },
    { name: 'path', declared: { type: 'string' }, sample: 'path' },
  ]);
});

describe('refused is a variable whose name no parameter may have', () => {
  test.each(['class', 'this', 'static', 'await', 'arguments', 'JSON'])('{%s}', (name) => {
    const message = `the variable {${name}} of the URI "sky://{${name}}": "${name}" cannot name a parameter: expected a name`;

    expect(() => readUri(`sky://{${name}}`)).toThrow(message);
  });
});

test('refused is a variable that no template may have', () => {
  expect(() => readUri('sky://{$a}')).toThrow(/expected a URI, with \{variables\}.*got "sky:\/\/\{\$a\}"/);
});

test('refused are variables that nothing keeps apart', () => {
  expect(() => readUri('sky://{a}{+b}')).toThrow('expected something between the variables of the URI');
});
