/**
 * An upstream that answers as a script says, whatever it is asked, and virtual time for the gateway in front of it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '@sigil/core';
import { onTestFinished, vi } from 'vitest';
import {
  openGateway,
  readReceived,
  resultOf,
  standardAnswer,
  type Gateway,
} from './scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

/** One answer of the upstream. */
export type Act =
  | 'works'
  | 'drops'
  | 'empty stream'
  | 'notice'
  | 'nonsense'
  | 'error'
  | { readonly status: number; readonly body: string };

export interface Unsteady extends Gateway {
  /** The virtual times of the handshakes, in milliseconds. */
  readonly handshakes: readonly number[];
  readonly problems: readonly string[];
  /** Lets virtual time pass, and calls a tool every second. */
  pass(seconds: number): Promise<void>;
}

const changed = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
const capabilities: JsonObject = { tools: { listChanged: true }, logging: {} };
/** Turns of the event loop without a request after which the gateway waits for time to pass. */
const quietTurns = 4;
const stepMs = 200;

/** @param act says how the next request is answered @param configuration of the gateway, without the address */
export async function openUnsteady(
  act: (method: string) => Act,
  configuration: JsonObject = { protocol: 'legacy' },
): Promise<Unsteady> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const handshakes: number[] = [];
  const problems: string[] = [];
  let requests = 0;
  let answers = 0;
  let sessions = 0;
  const { url } = await listen((request, response, body) => {
    requests++;
    const received = readReceived(body === '' ? '{}' : body);
    const method = received.method ?? String(request.method);
    if (method === 'initialize') handshakes.push(performance.now());
    const session = method === 'initialize' ? { 'mcp-session-id': `s${++sessions}` } : {};
    const work = (): unknown => {
      if (method === 'GET') return response.writeHead(200, sse).write(': open\n\n');
      if (received.id === undefined) return response.writeHead(202).end();
      const answer = standardAnswer(received, capabilities) ?? resultOf(received.id);
      return response.writeHead(200, { 'content-type': 'application/json', ...session }).end(JSON.stringify(answer));
    };
    play(act(method), { request, response, id: received.id, work });
    answers++;
  });
  const settle = async (): Promise<void> => {
    for (let quiet = 0, seen = -1; quiet < quietTurns; quiet++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (seen !== requests + answers) quiet = 0;
      seen = requests + answers;
    }
  };
  const opening = openGateway({ url, ...configuration }, { onProblem: (why) => problems.push(why) });
  const step = async (): Promise<undefined> => {
    await settle();
    vi.advanceTimersByTime(stepMs);
    return undefined;
  };
  while ((await Promise.race([opening, step()])) === undefined);
  const gateway = await opening;
  const client = await gateway.connect();
  return {
    ...gateway,
    handshakes,
    problems,
    async pass(seconds) {
      for (let passedMs = 0; passedMs < seconds * 1_000; passedMs += stepMs) {
        if (passedMs % 1_000 === 0) void client.callTool('one').catch(() => undefined);
        await step();
      }
      await settle();
    },
  };
}

const sse = { 'content-type': 'text/event-stream' };

interface Stage {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: number | undefined;
  work(): unknown;
}

function play(act: Act, { request, response, id, work }: Stage): unknown {
  if (typeof act === 'object') return response.writeHead(act.status).end(act.body);
  if (act === 'works') return work();
  if (act === 'drops') return request.socket.destroy();
  if (act === 'empty stream') return response.writeHead(200, sse).end();
  if (act === 'notice') return response.writeHead(200, sse).end(`data: ${changed}\n\n`);
  if (act === 'nonsense') return response.writeHead(200, { 'content-type': 'application/json' }).end('{"what":');
  const error = { jsonrpc: '2.0', id: id ?? null, error: { code: -32_000, message: 'Bad Request: no valid session' } };
  return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(error));
}

/** The time without handshakes after which trouble is over, and the next one begins anew. */
const calmMs = 90_000;

/** @returns the most handshakes in the first 10 seconds of any trouble, and in any minute after that */
export function countHandshakes(at: readonly number[]): { readonly first: number; readonly later: number } {
  const begins = at.filter((it, index) => index === 0 || it - at[index - 1]! >= calmMs);
  const troubles = begins.map((begin, index) => at.filter((it) => it >= begin && it < (begins[index + 1] ?? Infinity)));
  const within = (all: readonly number[], from: number, ms: number): number =>
    all.filter((it) => it >= from && it < from + ms).length;
  const first = troubles.map((all) => within(all, all[0]!, 10_000));
  const later = troubles.flatMap((all) =>
    all.filter((it) => it >= all[0]! + 10_000).map((from) => within(all, from, 60_000)),
  );
  return { first: Math.max(0, ...first), later: Math.max(0, ...later) };
}
