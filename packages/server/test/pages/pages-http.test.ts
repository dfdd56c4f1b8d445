import { request } from 'node:http';
import { bindSkills, bindViews } from '@sigil/core/catalog';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mountBundled, mountComponents, servePages, tool, type PagedServer } from './paged-server.test-support.js';

let server: PagedServer;

const skillText =
  '---\nname: dice\ndescription: Rolls <b>dice</b>.\n---\n# Dice\n\n<script>x</script> ![x](https://a.example)\n';
const skillUri = 'skill://shop/dice/SKILL.md';
const skills = {
  ...{ file: 'skills.bin', cid: 'bafk' },
  entries: [{ uri: skillUri, frontmatter: { name: 'dice', description: 'Rolls <b>dice</b>.' } }],
  files: [{ uri: skillUri, digest: 'sha256:ab', size: skillText.length, mimeType: 'text/markdown' }],
};

const boardUri = 'ui://dice/board';
const page = '<!doctype html><title>Board</title>';
const views = {
  ...{ file: 'views.bin', cid: 'bafk' },
  entries: [
    {
      ...{ uri: boardUri, name: 'board', title: 'Board of <b>dice</b>', size: page.length, digest: 'sha256:ab' },
      meta: { ui: { csp: { connectDomains: ['https://a.example'] }, permissions: { camera: {} } } },
    },
  ],
};

beforeAll(async () => {
  const tools = Array.from({ length: 1_000 }, (_, number) =>
    tool({ name: `tool_${number}`, description: `Tool **number** \`${number}\`, for <b>tests</b>` }, () => ''),
  );
  const instructed = mountComponents('told', { instructions: 'Look first.\n\n<b>Then</b> leap.' });
  const skilled = mountComponents('skilled', { resources: bindSkills(skills, Buffer.from(skillText)) });
  const guarded = mountComponents('guarded', {
    resources: bindSkills(skills, Buffer.from(skillText)).map((it) => ({ ...it, scopes: ['dice'] })),
  });
  const many = mountComponents('many', { tools });
  const viewed = mountComponents('viewed', {
    tools: [
      tool({ name: 'roll', _meta: { ui: { resourceUri: boardUri } } }, () => ''),
      tool({ name: 'hold', _meta: { ui: { resourceUri: boardUri, visibility: ['app'] } } }, () => ''),
      tool({ name: 'plan', _meta: { ui: { visibility: ['model'] } } }, () => ''),
    ],
    resources: [
      ...bindViews(views, Buffer.from(page)),
      {
        definition: {
          uri: 'ui://odd/view',
          name: 'odd',
          _meta: { ui: { csp: { connectDomains: '<b>' }, permissions: [] } },
        },
        read: () => Promise.reject(new Error('not read')),
      },
    ],
  });
  const partial = { ...mountComponents('partial', {}), problems: ['the tool "a b" was left out', 'another one'] };
  const lastError = { at: new Date(), message: 'the server cannot be reached (ECONNREFUSED)' };
  const remote = { ...mountComponents('remote', {}), remote: { state: 'failed', lastError } as const };
  server = await servePages([await mountBundled('echo'), partial, remote, instructed, skilled, guarded, viewed, many]);
});

afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Asks with exactly this path: `fetch` would tidy it up. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(server.url, { path, headers, method }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    asking.on('error', reject);
    asking.end();
  });
}

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('T14.1 a server name that tries to be a path', () => {
  const tricks = [
    '../echo',
    '..%2fecho',
    '%2e%2e',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '..',
    '%00',
    'echo%00',
    'echo/../echo',
  ];
  const names = [
    ...tricks,
    'echo\\..',
    '%c0%ae',
    '%',
    'a'.repeat(7_000),
    '%F0%9F%98',
    'toString',
    '__proto__',
    '.json',
  ];

  const paths = names.flatMap((name) => [`/mcp/${name}`, `/mcp/meta/${name}`]);

  test.each(paths.map((path) => ({ path, start: path.slice(0, 40) })))('$start is not found', async ({ path }) => {
    const [read, posted] = await Promise.all([ask(path, html), ask(path, {}, 'POST')]);

    expect([read.status, posted.status]).toEqual([404, 404]);
    expect(read.body).not.toMatch(/passwd:|root:|node_modules/);
  });

  test('is not shown in full when it is very long', async () => {
    const { body } = await ask(`/mcp/meta/${'a'.repeat(7_000)}`, html);

    expect(body.length).toBeLessThan(3_000);
  });
});

describe('T12.6 an unknown server', () => {
  test('is a 404 page for people, with the name escaped', async () => {
    const { status, body, headers } = await ask('/mcp/%3Cscript%3Ealert(1)%3C%2Fscript%3E', html);

    expect(status).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(body).not.toContain('<script>alert');
  });

  test('is a 404 with a JSON-RPC error for clients', async () => {
    const { status, body } = await ask('/mcp/nobody', { accept: 'application/json, text/event-stream' }, 'POST');

    expect(status).toBe(404);
    expect(JSON.parse(body)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32600, message: 'There is no server “nobody”.' },
    });
  });

  test('is a line of text for everyone else', async () => {
    const { body, headers } = await ask('/mcp/meta/nobody', { accept: 'text/plain' });

    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toBe('404 There is no server “nobody”.\n');
  });
});

test('a POST to a page gets 405 with the allowed methods', async () => {
  const answers = await Promise.all(['/mcp', '/mcp/meta/echo'].map((path) => ask(path, html, 'POST')));

  for (const { status, headers } of answers) expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
});

test('a POST to the introduction is told where MCP is served', async () => {
  const json = { accept: 'application/json, text/event-stream' };
  const answers = await Promise.all(['/', '/mcp', '/mcp/'].map((path) => ask(path, json, 'POST')));

  for (const { status, body } of answers) {
    expect(status).toBe(405);
    expect(JSON.parse(body)).toMatchObject({
      error: { message: expect.stringContaining('/mcp/{server}, such as /mcp/many') as string },
    });
  }
});

test('a failing page hides the reason from the reader and reports it to the operator', async () => {
  const mount = mountComponents('broken', {});
  const current = (): never => {
    throw new Error('/srv/secret/path broke');
  };
  const broken = await servePages([{ ...mount, source: { ...mount.source, current } }]);
  const response = await fetch(`${broken.url}/mcp/meta/broken`, { headers: html });
  const body = await response.text();
  await broken.close();

  expect(response.status).toBe(500);
  expect(body).not.toMatch(/secret|at .*\.ts/);
  expect(broken.errors).toEqual([expect.objectContaining({ message: '/srv/secret/path broke' })]);
});

test('pages allow only scripts and styles that this server serves', async () => {
  const { headers, body } = await ask('/mcp/meta/echo', html);

  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'; style-src 'self'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-cache',
  });
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(body).not.toMatch(/ style=| on[a-z]+=|<style|<script>/);
});

test('assets are cached for a year, at an address that contains their hash', async () => {
  const page = await ask('/mcp', html);
  const address = /href="(\/mcp\/assets\/[0-9a-f]{16}\/page\.css)"/.exec(page.body)?.[1] ?? '';
  const style = await ask(address);
  const again = await ask(address, { 'if-none-match': String(style.headers['etag']) });
  const others = await Promise.all(
    [
      '/mcp/assets/0000000000000000/page.css',
      `${address}/../../x`,
      address.replace('page.css', '..%2fopen-pages.ts'),
    ].map((path) => ask(path)),
  );

  expect(style.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect([again.status, again.body]).toEqual([304, '']);
  expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('addresses use the host and protocol of the request, and foreign host names are rejected', async () => {
  const byName = await ask('/mcp', { ...html, host: 'localhost:4321' });
  const behindTls = await ask('/mcp', { ...html, host: '127.0.0.1', 'x-forwarded-proto': 'https' });
  const strangers = ['evil.example', 'localhost:1"><script>', 'localhost@evil.example'];
  const refused = await Promise.all(strangers.map((host) => ask('/mcp/meta/echo.json', { host })));

  expect(byName.body).toContain('http://localhost:4321/mcp/echo');
  expect(behindTls.body).toContain('https://127.0.0.1/mcp/echo');
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(refused[0]?.body).toContain('allowedHosts');
});

test('a page of a thousand tools takes less than 200 ms, and T14.2 its texts are escaped', async () => {
  const times: number[] = [];
  let body = '';
  for (let round = 0; round < 5; round += 1) {
    const startedAt = performance.now();
    body = (await ask('/mcp/meta/many', html)).body;
    times.push(performance.now() - startedAt);
  }

  // The best of them: other work of this machine meanwhile is not the page's.
  expect(Math.min(...times)).toBeLessThan(200);
  expect(body.match(/<details class="component"/g)).toHaveLength(1_000);
  expect(body).toContain('Tool **number** <code>7</code>, for &lt;b&gt;tests&lt;/b&gt;');
});

test('a server’s components are available as JSON, as its clients see them', async () => {
  const { body, headers } = await ask('/mcp/meta/echo.json');

  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(body)).toMatchObject({
    tools: [{ name: 'echo' }],
    resources: [{ uri: 'echo://last' }],
    prompts: [],
  });
});

test('the instructions that clients get are on the page and in the JSON, and absent where there are none', async () => {
  const [told, json, silent] = await Promise.all(
    ['/mcp/meta/told', '/mcp/meta/told.json', '/mcp/meta/many'].map((path) => ask(path, html)),
  );

  expect(told?.body).toContain('Instructions for models');
  expect(told?.body).toContain('Look first.\n\n&lt;b&gt;Then&lt;/b&gt; leap.');
  expect(JSON.parse(json?.body ?? '')).toMatchObject({ instructions: 'Look first.\n\n<b>Then</b> leap.' });
  expect(silent?.body).not.toContain('Instructions for models');
});

test('a server that lacks a part of its configuration says which, on its page, and the list leads there', async () => {
  const [{ body: list }, { body: own }] = [await ask('/mcp', html), await ask('/mcp/meta/partial', html)];

  expect(list).toContain('<a href="/mcp/meta/partial#problems">What is wrong with partial</a>');
  expect(own).toContain('the tool &quot;a b&quot; was left out');
  expect(own).toContain('Everything else is served.');
});

test('the list of servers has the last error of a remote server that does not serve', async () => {
  expect((await ask('/mcp', html)).body).toContain('the server cannot be reached (ECONNREFUSED)');
});

describe('the page of a skill', () => {
  const pageOf = (name: string, uri: string): Promise<Answer> =>
    ask(`/mcp/meta/${name}/skills/${encodeURIComponent(uri)}`, html);

  test('is linked from its server, and shows the text without what could run or be fetched', async () => {
    const { body: list } = await ask('/mcp/meta/skilled', html);
    const { status, body } = await pageOf('skilled', skillUri);

    expect(list).toContain(`href="/mcp/meta/skilled/skills/${encodeURIComponent(skillUri)}"`);
    expect(list).toContain('Rolls &lt;b&gt;dice&lt;/b&gt;.');
    expect(status).toBe(200);
    expect(body).toContain('<h1>Dice</h1>');
    expect(body).toContain('sha256:ab');
    expect(body).not.toMatch(/<script>x|<img src="https/);
  });

  test('does not show a text that only some callers may read', async () => {
    const { body } = await pageOf('guarded', skillUri);

    expect(body).toContain('The text is not shown here');
    expect(body).not.toContain('<h1>Dice</h1>');
  });

  test.each(['skill://shop/coins/SKILL.md', '../../../etc/passwd', '%', ''])('is not there for "%s"', async (uri) => {
    expect((await pageOf('skilled', uri)).status).toBe(404);
  });
});

describe('the views of a server', () => {
  const marksOf = (body: string, kind: string, id: string): string[] => {
    const [, head = ''] = body.split(`data-kind="${kind}" data-id="${id}"`);
    const [summary = ''] = head.split('</summary>');
    return [...summary.matchAll(/class="mark[^"]*">([^<]*)</g)].map(([, text = '']) => text);
  };

  test('stand in a section of their own, with what they ask for and the tools that they show', async () => {
    const { body } = await ask('/mcp/meta/viewed', html);

    expect(body).toContain('<a href="#views">Views <span class="count">2</span></a>');
    expect(body).toContain('<a href="#resources">Resources <span class="count">0</span></a>');
    expect(marksOf(body, 'resource', boardUri)).toEqual(['shows roll', 'shows hold', 'https://a.example', 'camera']);
    expect(body).toContain('Board of &lt;b&gt;dice&lt;/b&gt;');
  });

  test('mark the tools that name them, and say who may call', async () => {
    const { body } = await ask('/mcp/meta/viewed', html);

    expect(['roll', 'hold', 'plan'].map((name) => marksOf(body, 'tool', name))).toEqual([
      ['view'],
      ['view', 'for views only'],
      ['for models only'],
    ]);
  });

  test('of another server do not break the page with metadata of another form', async () => {
    const { status, body } = await ask('/mcp/meta/viewed', html);

    expect([status, marksOf(body, 'resource', 'ui://odd/view')]).toEqual([200, []]);
  });

  test('have no section on a server without views', async () => {
    expect((await ask('/mcp/meta/echo', html)).body).not.toContain('id="views"');
  });
});
