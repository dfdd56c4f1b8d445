import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type ServerProcess } from '../built-server.test-support.js';
import { openSession, post, serveWorks, type OpenSession, type ServedPlugin } from './served-plugin.test-support.js';

let server: ServedPlugin;
let session: OpenSession;

beforeAll(async () => {
  server = await serveWorks();
  session = await openSession(`${server.url}/mcp/works`);
}, 30_000);

afterAll(() => server.stop());

describe('calling a tool', () => {
  test('T5.1 returns the result of the method', async () => {
    const { body } = await session.call('greet', { name: 'Ada' });

    expect(body.result).toMatchObject({ isError: false, content: [{ type: 'text', text: 'Hello, Ada!' }] });
  });

  test('T5.2 without a required argument returns an error result that names it', async () => {
    const { body } = await session.call('greet', {});

    expect(body.result?.isError).toBe(true);
    expect(body.result?.content?.[0]?.text).toContain('"name"');
  });

  test('T5.3 with only the required arguments uses the defaults of the others', async () => {
    const short = await session.call('greet', { name: 'Ada' });
    const long = await session.call('greet', { name: 'Ada', greeting: 'Good morning' });

    expect(short.body.result?.content?.[0]?.text).toBe('Hello, Ada!');
    expect(long.body.result?.content?.[0]?.text).toBe('Good morning, Ada!');
  });

  test('T5.4 that does not exist fails with a protocol error that suggests the nearest name', async () => {
    const { body } = await session.call('greed');

    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('"greet"') as string });
  });

  test('T5.5 that throws returns an error result with the message of its author', async () => {
    const { body } = await session.call('fail');

    const text = expect.stringMatching(/^the disk is full \(incident [0-9a-f]{8}\)$/);
    expect(body.result).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
  });

  test('T5.7 returns text as content of type text', async () => {
    const { body } = await session.call('greet', { name: 'Ada' });

    expect(body.result?.content?.map(({ type }) => type)).toEqual(['text']);
  });

  test('T5.8 returns bytes in base64', async () => {
    const { body } = await session.call('picture');

    expect(body.result?.content).toEqual([{ type: 'image', data: 'AQL/', mimeType: 'image/png' }]);
  });
});

describe('errors', () => {
  const endpoint = (): string => `${server.url}/mcp/works`;
  const inSession = (): Record<string, string> => ({ 'mcp-session-id': session.id });

  test('T12.1 malformed JSON fails with -32700', async () => {
    const { status, body } = await post(endpoint(), '{"jsonrpc": ', inSession());

    expect(status).toBe(400);
    expect(body.error?.code).toBe(-32700);
  });

  test('T12.2 an unknown method fails with -32601', async () => {
    const { body } = await session.request('tools/destroy');

    expect(body.error?.code).toBe(-32601);
  });

  test('T12.3 parameters of a wrong type fail with -32602', async () => {
    const { body } = await session.request('tools/call', { name: 5 });

    expect(body.error?.code).toBe(-32602);
  });

  test('T12.4 an unexpected exception becomes an error result without internal details', async () => {
    const { body } = await session.call('crash');

    expect(body.result?.isError).toBe(true);
    expect(body.result?.content?.[0]?.text).toMatch(
      /^tool "crash" failed because of an internal error \(incident [0-9a-f]{8}\)$/,
    );
    await expect.poll(() => server.said()).toContain('TypeError');
  });
});

describe('edge cases', () => {
  test('T13.1 empty arguments are accepted by a tool without parameters', async () => {
    const { body } = await session.call('picture', {});

    expect(body.result?.isError).toBe(false);
  });

  test('T13.3 Unicode survives the round trip unchanged', async () => {
    const name = 'Ada 🧮 Жук \u202e نص 𝔘 \u0000';
    const { body } = await session.call('greet', { name });

    expect(body.result?.content?.[0]?.text).toBe(`Hello, ${name}!`);
  });

  test('T13.4 concurrent calls each get their own answer', async () => {
    const values = Array.from({ length: 100 }, (_, index) => index);
    const answers = await Promise.all(values.map((value) => session.call('later', { value })));

    expect(answers.map(({ body }) => body.result?.content?.[0]?.text)).toEqual(values.map(String));
  });

  test('T13.5 T13.6 nested objects and lists arrive intact', async () => {
    const value = { name: 'a', inner: { tags: ['x', 'y'], depth: 3 } };
    const { body } = await session.call('mirror', { value, list: [1, 2, 3] });

    expect(body.result?.['structuredContent']).toEqual({ value, list: [1, 2, 3] });
  });

  test('T13.7 null is kept where the type allows it and rejected by name where it does not', async () => {
    const value = { name: 'a', inner: { tags: [], depth: null } };
    const kept = await session.call('mirror', { value, list: [] });
    const refused = await session.call('mirror', { value: { ...value, name: null }, list: [] });

    expect(kept.body.result?.['structuredContent']).toEqual({ value, list: [] });
    expect(refused.body.result?.isError).toBe(true);
    expect(refused.body.result?.content?.[0]?.text).toContain('value.name');
  });
});

describe('access control', () => {
  test('T14.4 a page of a foreign origin is refused with 403', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const { status } = await post(`${server.url}/mcp/works`, message, { origin: 'https://evil.example' });

    expect(status).toBe(403);
  });

  test('T14.5 an unknown session id is answered with 404', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const { status } = await post(`${server.url}/mcp/works`, message, { 'mcp-session-id': 'guessed' });

    expect(status).toBe(404);
  });
});

describe('the bundled servers, from handshake to answer', () => {
  let bundled: ServerProcess;

  beforeAll(async () => {
    bundled = await startServer();
  });

  afterAll(() => bundled.stop());

  async function callIn(name: string, tool: string, args: object): Promise<string> {
    const flow = await openSession(`${bundled.url}/mcp/${name}`);
    const listed = await flow.request('tools/list');
    const names = ((listed.body.result?.['tools'] ?? []) as { name: string }[]).map((it) => it.name);
    expect(names).toContain(tool);
    const { body } = await flow.call(tool, args);
    expect(body.result?.isError).toBe(false);
    return body.result?.content?.[0]?.text ?? '';
  }

  test('T8.1 T8.2 echo repeats a message', async () => {
    expect(await callIn('echo', 'echo', { message: 'hello' })).toBe('hello');
  });

  test('T8.3 markdown becomes HTML', async () => {
    expect(await callIn('markdown', 'convert', { markdown: '# Title' })).toContain('<h1>Title</h1>');
  });

  test('T8.4 jq answers a query', async () => {
    expect(await callIn('jq', 'query', { filter: '.a', json: '{"a": 42}' })).toContain('42');
  });

  test('T8.5 date answers "now" with the time in the zone that was asked for', async () => {
    expect(await callIn('date', 'now', { timeZone: 'Asia/Tokyo' })).toMatch(
      /"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+09:00"/,
    );
  });
});
