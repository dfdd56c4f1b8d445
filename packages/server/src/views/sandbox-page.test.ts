import type { PageAssets } from '@sigil/console';
import { describe, expect, test } from 'vitest';
import { answerSandbox, sandboxPath } from './sandbox-page.js';

const own = 'http://localhost:41000';
const script = new TextEncoder().encode('let a = "</script>";');
const assets: PageAssets = { hash: '', find: () => ({ type: 'text/javascript', bytes: script }) };

function ask(
  query: Readonly<Record<string, string>>,
  allowedHosts: readonly string[] = [],
): ReturnType<typeof answerSandbox> {
  const url = `${sandboxPath}?${new URLSearchParams(query).toString()}`;
  return answerSandbox({ url, own, allowedHosts }, () => assets);
}

test('the page may be shown by the page that asks for it, and has the policy of the view', () => {
  const { status, headers, body } = ask({
    host: 'http://127.0.0.1:3000',
    csp: '{"connectDomains":["https://api.example.com"]}',
  });

  expect(status).toBe(200);
  expect(headers['Content-Security-Policy']).toContain('connect-src https://api.example.com;');
  expect(headers['Content-Security-Policy']).toContain('frame-ancestors http://127.0.0.1:3000');
  expect(headers['Connection-Allowlist']).toBe('("https://api.example.com");redirects=allow;webrtc=block');
  expect(body).toContain('data-host="http://127.0.0.1:3000"');
  expect(body.match(/<\/script/g)).toHaveLength(1);
});

describe('the page is refused', () => {
  test.each([
    'https://evil.example',
    'http://127.0.0.1:3000/path',
    'http://127.0.0.1:3000"><script>',
    'http://user@127.0.0.1:3000',
    'null',
    '*',
    '',
    own,
  ])('to be shown by %s', (host) => {
    const { status, headers } = ask({ host });

    expect(status).toBe(403);
    expect(headers['Content-Security-Policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test.each(['', '[]', 'null', '{', '"text"'])('with the hosts %j', (csp) => {
    expect(ask({ host: 'http://127.0.0.1:3000', csp }).status).toBe(400);
  });

  test('at another path', () => {
    expect(answerSandbox({ url: '/mcp', own, allowedHosts: [] }, () => assets).status).toBe(404);
    expect(answerSandbox({ url: '//[', own, allowedHosts: [] }, () => assets).status).toBe(404);
  });
});

test('a declared host cannot add to the policy or to the headers', () => {
  const csp = JSON.stringify({
    connectDomains: ["https://a.example; script-src 'unsafe-eval'", 'https://b.example\r\nX: 1'],
  });

  const { headers } = ask({ host: 'http://127.0.0.1:3000', csp });

  expect(headers['Content-Security-Policy']).toContain("connect-src 'none';");
  expect(headers['Content-Security-Policy']).not.toMatch(/unsafe-eval|X: 1/);
});

test('names of the operator may show it, over TLS as well', () => {
  expect(ask({ host: 'https://mcp.example.com' }, ['mcp.example.com']).status).toBe(200);
});
