/** Rotation of the key that replicas share, by three rolling restarts. */
import { expect, test } from 'vitest';
import { openSharedReplicas, type SharedReplicas } from './shared-replicas.test-support.js';

const [older, newer] = [1, 2].map((fill) => Buffer.alloc(32, fill).toString('base64')) as [string, string];
/** The rings of the three restarts. */
const rings = [`${older},${newer}`, `${newer},${older}`, newer];

interface Answer {
  readonly result?: {
    readonly resultType?: string;
    readonly requestState?: string;
    readonly inputRequests?: object;
    readonly content?: readonly { readonly text?: string }[];
  };
  readonly error?: { readonly message: string };
}

/** Sends one modern round of the tool `ask`. */
async function sendRound(url: string, members: object): Promise<Answer> {
  const params = {
    name: 'ask',
    arguments: {},
    ...members,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    },
  };
  const response = await fetch(`${url}/mcp/shared`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'ask',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  return (await response.json()) as Answer;
}

/** Answers a question. @returns the text of the call's result, or what went wrong */
async function finish(url: string, { result }: Answer): Promise<string> {
  const [key = ''] = Object.keys(result?.inputRequests ?? {});
  const inputResponses = { [key]: { action: 'accept', content: { city: 'Oslo' } } };
  const { result: last, error } = await sendRound(url, { requestState: result?.requestState, inputResponses });
  return error?.message ?? last?.content?.[0]?.text ?? JSON.stringify(last);
}

async function sendLegacy(url: string, message: object, session?: string): Promise<Response> {
  return fetch(`${url}/mcp/shared`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(session ? { 'Mcp-Session-Id': session } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
}

/** @returns the id of a session */
async function openSession(url: string): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const response = await sendLegacy(url, { id: 1, method: 'initialize', params });
  await response.text();
  return response.headers.get('mcp-session-id')!;
}

async function pingIn(session: string, url: string): Promise<number> {
  return (await sendLegacy(url, { id: 2, method: 'ping' }, session)).status;
}

const urlsOf = ({ replicas }: SharedReplicas): readonly string[] => replicas.map(({ url }) => url!);

test('no round trip and no session is lost while a key is replaced in three rolling restarts', async () => {
  const replicas = await openSharedReplicas(2, { MCP_REQUEST_STATE_KEY: older });
  const finished: string[] = [];
  const pinged: number[] = [];

  for (const ring of rings) {
    for (const at of [0, 1]) {
      const rounds = await Promise.all(urlsOf(replicas).map((url) => sendRound(url, {})));
      const sessions = await Promise.all(urlsOf(replicas).map(openSession));
      await replicas.restart(at, { MCP_REQUEST_STATE_KEY: ring });
      for (const url of urlsOf(replicas)) {
        for (const round of rounds) finished.push(await finish(url, round));
        for (const session of sessions) pinged.push(await pingIn(session, url));
      }
    }
  }

  expect(finished).toEqual(Array.from({ length: 24 }, () => 'Oslo'));
  expect(pinged).toEqual(Array.from({ length: 24 }, () => 200));
}, 60_000);

test('a round trip that began before a rotation ends after its second restart', async () => {
  const replicas = await openSharedReplicas(2, { MCP_REQUEST_STATE_KEY: older });
  const [first = ''] = urlsOf(replicas);
  const round = await sendRound(first, {});
  const session = await openSession(first);

  for (const ring of rings.slice(0, 2))
    for (const at of [0, 1]) await replicas.restart(at, { MCP_REQUEST_STATE_KEY: ring });

  expect(await Promise.all(urlsOf(replicas).map((url) => finish(url, round)))).toEqual(['Oslo', 'Oslo']);
  expect(await Promise.all(urlsOf(replicas).map((url) => pingIn(session, url)))).toEqual([200, 200]);

  for (const at of [0, 1]) await replicas.restart(at, { MCP_REQUEST_STATE_KEY: rings[2] });

  expect(await finish(first, round)).toBe('"requestState" is not valid for this request, or no longer');
}, 60_000);
