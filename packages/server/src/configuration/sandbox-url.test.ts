import { expect, test } from 'vitest';
import { readSandboxUrl } from './sandbox-url.js';

test('the sandbox has an origin of its own; the variable stands before the file', () => {
  expect(readSandboxUrl(undefined, undefined, undefined)).toBeUndefined();
  expect(readSandboxUrl('', 'https://views.example.net/', 'https://mcp.example.com')).toBe('https://views.example.net');
  expect(readSandboxUrl('http://views.lan:3000', 'https://views.example.net', undefined)).toBe('http://views.lan:3000');
});

test.each([
  ['views.example.net', 'must be a URL'],
  ['https://views.example.net/path', 'must be an origin without a path'],
  ['https://mcp.example.com', 'must be another origin than "publicUrl"'],
])('%s is refused', (url, message) => {
  expect(() => readSandboxUrl(undefined, url, 'https://mcp.example.com/team')).toThrow(
    `"sandboxUrl" of the configuration file ${message}`,
  );
});
