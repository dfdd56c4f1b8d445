import { describe, expect, test } from 'vitest';
import { readUri } from './read-uri.mjs';

test('the variables of a URI become string parameters', () => {
  expect(readUri('sky://{station}/{+path}')).toMatchObject([
    { name: 'station', declared: { type: 'string' }, sample: 'station' },
    { name: 'path', declared: { type: 'string' }, sample: 'path' },
  ]);
});

describe('a variable whose name cannot be a parameter name', () => {
  test.each(['class', 'this', 'static', 'await', 'arguments', 'JSON'])('{%s} is rejected', (name) => {
    const message = `the variable {${name}} of the URI "sky://{${name}}": "${name}" cannot name a parameter: expected a name`;

    expect(() => readUri(`sky://{${name}}`)).toThrow(message);
  });
});

test('a variable that is invalid in a template is rejected', () => {
  expect(() => readUri('sky://{$a}')).toThrow(/expected a URI, with \{variables\}.*got "sky:\/\/\{\$a\}"/);
});

test('variables with nothing between them are rejected', () => {
  expect(() => readUri('sky://{a}{+b}')).toThrow('expected something between the variables of the URI');
});
