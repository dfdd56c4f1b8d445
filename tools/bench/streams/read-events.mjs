/**
 * Reads streams of progress notifications over HTTP, each the answer to a call of the newest revision on its own connection.
 */
import { Agent, request } from 'node:http';
import { headersOf, messageOf } from '../serving/load/messages.mjs';

const agent = new Agent({ keepAlive: true });

/**
 * @param {{ port: number, connections: number, events: number }} order one stream on each connection
 * @returns {Promise<import('./read-native.mjs').StreamsRead>}
 */
export async function readEvents({ port, connections, events }) {
  /** @type {import('./read-native.mjs').StreamsRead} */
  const read = { events: 0, firstMs: [], problems: [] };
  await Promise.all(Array.from({ length: connections }, (_, index) => readCall(port, { id: index + 1, events, read })));
  return read;
}

/**
 * @param {number} port
 * @param {{ id: number, events: number, read: import('./read-native.mjs').StreamsRead }} order
 * @returns {Promise<void>}
 */
function readCall(port, { id, events, read }) {
  const params = { name: 'progress', arguments: { count: events }, _meta: { progressToken: id } };
  const message = messageOf('modern', { id, method: 'tools/call', params });
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...headersOf('modern', message),
  };
  const calledAt = performance.now();
  let last = 0;
  /** @param {any} told */
  const take = (told) => {
    if (told.id !== undefined) return;
    if (last === 0) read.firstMs.push(performance.now() - calledAt);
    const { progress } = told.params;
    if (progress !== last + 1) read.problems.push(`expected progress ${last + 1}, got ${progress}`);
    last = progress;
    read.events++;
  };
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers, agent }, (response) => {
      response.setEncoding('utf8');
      response.on('data', messagesIn(take));
      response.once('end', resolve);
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(message));
  });
}

/** @param {(message: any) => void} take @returns {(chunk: string) => void} */
function messagesIn(take) {
  let rest = '';
  return (chunk) => {
    const events = (rest + chunk).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data:'));
      if (data !== undefined && data !== 'data:' && data !== 'data: ') take(JSON.parse(data.slice('data:'.length)));
    }
  };
}
