/**
 * Puts a steady load of both eras on one server: calls at a given rate, long calls with progress, standing streams. Counts wrong answers.
 */
const modern = '2026-07-28';
const legacy = '2025-11-25';
const both = 'application/json, text/event-stream';

/** Creates the counters of answers. */
export function newCounts() {
  /** @type {string[]} */
  const errors = [];
  return { calls: 0, progress: 0, notices: 0, failed: 0, mixed: 0, errors };
}

/**
 * @param {string} endpoint
 * @param {ReturnType<typeof newCounts>} counts
 * @param {{ perSecond: number, streams: number }} load
 * @returns a function that stops the load and resolves when every call has ended
 */
export async function startLoad(endpoint, counts, { perSecond, streams }) {
  const session = await openSession(endpoint);
  const ending = new AbortController();
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  const track = (/** @type {Promise<void>} */ work) => {
    const done = work
      .catch((error) => {
        if (!ending.signal.aborted) fail(counts, String(error));
      })
      .finally(() => running.delete(done));
    running.add(done);
  };
  let sent = 0;
  const everyMs = 20;
  const timer = setInterval(() => {
    for (let i = 0; i < Math.round((perSecond * everyMs) / 1000); i++) {
      sent += 1;
      const call = { name: 'versions', arguments: { waitMs: sent % 30 } };
      track(sent % 2 === 0 ? callModern(endpoint, call, counts) : callLegacy(endpoint, session, { call, counts }));
    }
  }, everyMs);
  for (let i = 0; i < streams; i++) {
    track(keepLongCalls(endpoint, counts, ending.signal));
    track(keepListening(endpoint, counts, ending.signal));
  }
  track(keepStanding(endpoint, session, { counts, signal: ending.signal }));
  return async () => {
    clearInterval(timer);
    ending.abort();
    await Promise.all(running);
  };
}

/** @param {string} endpoint */
async function openSession(endpoint) {
  const params = { protocolVersion: legacy, capabilities: {}, clientInfo: { name: 'load', version: '1' } };
  const response = await post(endpoint, { jsonrpc: '2.0', id: 0, method: 'initialize', params });
  const session = response.headers.get('mcp-session-id') ?? '';
  await response.text();
  await post(endpoint, { jsonrpc: '2.0', method: 'notifications/initialized' }, { headers: sessionHeaders(session) });
  return session;
}

const sessionHeaders = (/** @type {string} */ session) => ({
  'mcp-session-id': session,
  'mcp-protocol-version': legacy,
});

/** @param {string} endpoint @param {object} message @param {{ headers?: Record<string, string>, signal?: AbortSignal | undefined }} options */
function post(endpoint, message, { headers = {}, signal } = {}) {
  return fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: both, ...headers },
    body: JSON.stringify(message),
    ...(signal ? { signal } : {}),
  });
}

let lastId = 0;

/** @param {string} endpoint @param {string} session @param {{ call: object, counts: ReturnType<typeof newCounts> }} work */
async function callLegacy(endpoint, session, { call, counts }) {
  const request = { jsonrpc: '2.0', id: ++lastId, method: 'tools/call', params: call };
  check(await readAnswer(await post(endpoint, request, { headers: sessionHeaders(session) }), counts), counts);
}

/** @param {string} method @param {any} params */
function modernRequest(method, params) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'load', version: '1' },
  };
  return { jsonrpc: '2.0', id: ++lastId, method, params: { ...params, _meta: { ...meta, ...params._meta } } };
}

/** @param {string} endpoint @param {any} request @param {AbortSignal} [signal] */
function postModern(endpoint, request, signal) {
  const { method, params } = request;
  const name = params.name === undefined ? {} : { 'mcp-name': params.name };
  const headers = { 'mcp-protocol-version': modern, 'mcp-method': method, ...name };
  return post(endpoint, request, { headers, signal });
}

/** @param {string} endpoint @param {object} call @param {ReturnType<typeof newCounts>} counts */
async function callModern(endpoint, call, counts) {
  const response = await postModern(endpoint, modernRequest('tools/call', call));
  check(await readAnswer(response, counts), counts);
}

/** @param {string} endpoint @param {ReturnType<typeof newCounts>} counts @param {AbortSignal} signal */
async function keepLongCalls(endpoint, counts, signal) {
  while (!signal.aborted) {
    const call = { name: 'steps', arguments: { count: 5 }, _meta: { progressToken: ++lastId } };
    await callModern(endpoint, call, counts);
  }
}

/** @param {string} endpoint @param {ReturnType<typeof newCounts>} counts @param {AbortSignal} signal */
async function keepListening(endpoint, counts, signal) {
  const request = modernRequest('subscriptions/listen', { notifications: { toolsListChanged: true } });
  const response = await postModern(endpoint, request, signal);
  for await (const message of readEvents(response)) note(message, counts);
  if (!signal.aborted) throw new Error('a listening stream ended');
}

/** @param {string} endpoint @param {string} session @param {{ counts: ReturnType<typeof newCounts>, signal: AbortSignal }} work */
async function keepStanding(endpoint, session, { counts, signal }) {
  const headers = { accept: 'text/event-stream', ...sessionHeaders(session) };
  const response = await fetch(endpoint, { headers, signal });
  for await (const message of readEvents(response)) note(message, counts);
  if (!signal.aborted) throw new Error('the standing stream ended');
}

/** @param {any} message @param {ReturnType<typeof newCounts>} counts */
function note(message, counts) {
  if (message.method === 'notifications/progress') counts.progress += 1;
  if (message.method === 'notifications/tools/list_changed') counts.notices += 1;
}

/** @param {Response} response @param {ReturnType<typeof newCounts>} counts @returns {Promise<any>} */
async function readAnswer(response, counts) {
  if (response.status !== 200) throw new Error(`status ${response.status}: ${await response.text()}`);
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.json();
  /** @type {any} */
  let answer;
  for await (const message of readEvents(response)) {
    note(message, counts);
    if (message.id !== undefined && message.method === undefined) answer = message;
  }
  if (!answer) throw new Error('the stream ended without an answer');
  return answer;
}

/** @param {Response} response @returns {AsyncGenerator<any>} */
async function* readEvents(response) {
  let waiting = '';
  if (!response.body) return;
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    waiting += chunk;
    const events = waiting.split('\n\n');
    waiting = events.pop() ?? '';
    for (const event of events) {
      const data = event
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trim())
        .join('\n');
      if (data !== '') yield JSON.parse(data);
    }
  }
}

/** @param {any} answer @param {ReturnType<typeof newCounts>} counts */
function check(answer, counts) {
  counts.calls += 1;
  const value = answer.result?.structuredContent;
  if (answer.error || answer.result?.isError || value === undefined) fail(counts, JSON.stringify(answer));
  else if (value.first !== value.second) counts.mixed += 1;
}

/** @param {ReturnType<typeof newCounts>} counts @param {string} why */
function fail(counts, why) {
  counts.failed += 1;
  if (counts.errors.length < 5) counts.errors.push(why.slice(0, 300));
}
