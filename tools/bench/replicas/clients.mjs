/**
 * Runs clients of both eras that keep calling whatever happens to the servers, and counts the outcome of each call.
 *
 * They count answers that come twice, events that are missing and refusals by their status, all of which `@sigil/client` hides: it drops, resumes
 * and sends again.
 */
import { setTimeout as wait } from 'node:timers/promises';

const modern = '2026-07-28';
const legacy = '2025-11-25';
const both = 'application/json, text/event-stream';
/** Time after which an unfinished call counts as hung. */
const endWithinMs = 30_000;
const retryMs = 50;
const steps = 10;

/** Counts the calls of one era by outcome. */
const newCalls = () => ({ answered: 0, lost: 0, failed: 0, hung: 0, twice: 0, gaps: 0 });

/** `lost` calls ended with an error that says that they may have run; `failed` ones with another error. */
export function newCounts() {
  return {
    modern: newCalls(),
    legacy: newCalls(),
    resumed: 0,
    events: 0,
    sessionsLost: 0,
    /** Questions that were answered, with the call that asked. */
    rounds: 0,
    /** True once only the new key of a rotation seals: clients then open new sessions. */
    isNewKey: false,
    notes: /** @type {string[]} */ ([]),
  };
}

/** @typedef {ReturnType<typeof newCounts>} Counts */
/** @typedef {ReturnType<typeof newCalls>} Calls */

let lastId = 0;

/** @param {string} url @param {Counts} counts @param {AbortSignal} ending */
export async function keepModern(url, counts, ending) {
  while (!ending.aborted) {
    const isLong = lastId % 4 === 0;
    const id = ++lastId;
    const params = {
      ...(isLong ? { name: 'steps', arguments: { count: steps } } : { name: 'echo', arguments: { text: String(id) } }),
      _meta: {
        'io.modelcontextprotocol/protocolVersion': modern,
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'soak', version: '1' },
        progressToken: id,
      },
    };
    const headers = { 'mcp-protocol-version': modern, 'mcp-method': 'tools/call', 'mcp-name': params.name };
    await one(counts.modern, counts, () => callOnce(url, { id, params, headers }, counts));
    await wait(10);
  }
}

/** @param {string} url @param {Counts} counts @param {AbortSignal} ending */
export async function keepLegacy(url, counts, ending) {
  let session = await openSession(url);
  let isOfNewKey = counts.isNewKey;
  while (!ending.aborted) {
    if (counts.isNewKey && !isOfNewKey) {
      session = await openSession(url);
      isOfNewKey = true;
    }
    const isLong = lastId % 2 === 0;
    const id = ++lastId;
    const params = {
      ...(isLong ? { name: 'steps', arguments: { count: steps } } : { name: 'echo', arguments: { text: String(id) } }),
      _meta: { progressToken: id },
    };
    const headers = { 'mcp-session-id': session, 'mcp-protocol-version': legacy };
    await one(counts.legacy, counts, () => callOnce(url, { id, params, headers, canResume: true }, counts));
    await wait(10);
  }
}

/**
 * Keeps calling a tool that asks, and answers it a moment later, often at another replica.
 *
 * @param {string} url @param {Counts} counts @param {AbortSignal} ending
 */
export async function keepAsking(url, counts, ending) {
  while (!ending.aborted) {
    const id = ++lastId;
    await one(counts.modern, counts, () => askOnce(url, id, counts));
  }
}

/** The time that a user thinks. */
const thinkingMs = 1_000;

/** @param {string} url @param {number} id @param {Counts} counts @returns {Promise<End>} */
async function askOnce(url, id, counts) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    'io.modelcontextprotocol/clientInfo': { name: 'soak', version: '1' },
  };
  const headers = { 'mcp-protocol-version': modern, 'mcp-method': 'tools/call', 'mcp-name': 'ask' };
  const params = { name: 'ask', arguments: {}, _meta };
  const first = await post(url, { jsonrpc: '2.0', id, method: 'tools/call', params }, headers).catch(() => undefined);
  if (first?.status !== 200) return endOfRefusal(first, counts);
  const { result } = /** @type {any} */ (await first.json());
  const [key = ''] = Object.keys(result?.inputRequests ?? {});
  await wait(thinkingMs);
  const inputResponses = { [key]: { action: 'accept', content: { word: 'Oslo' } } };
  const again = { ...params, requestState: result?.requestState, inputResponses };
  const last = await post(url, { jsonrpc: '2.0', id, method: 'tools/call', params: again }, headers).catch(
    () => undefined,
  );
  if (last?.status !== 200) return endOfRefusal(last, counts);
  const answer = /** @type {any} */ (await last.json());
  if (answer.result?.content?.[0]?.text === 'Oslo') counts.rounds += 1;
  return endOf(answer, { name: 'ask', progress: 0, calls: counts.modern, counts });
}

/** @typedef {'answered' | 'lost' | 'failed'} End */

/** @param {Calls} calls @param {Counts} counts @param {() => Promise<End>} call */
async function one(calls, counts, call) {
  const hung = new AbortController();
  const end = await Promise.race([
    call().catch((error) => {
      counts.notes.push(String(error));
      return /** @type {const} */ ('failed');
    }),
    wait(endWithinMs, /** @type {const} */ ('hung'), { signal: hung.signal }),
  ]);
  hung.abort();
  calls[end] += 1;
}

/** @param {string} url @returns {Promise<string>} */
async function openSession(url) {
  const params = { protocolVersion: legacy, capabilities: {}, clientInfo: { name: 'soak', version: '1' } };
  for (;;) {
    const response = await post(url, { jsonrpc: '2.0', id: 0, method: 'initialize', params }, {}).catch(
      () => undefined,
    );
    const session = response?.headers.get('mcp-session-id');
    await response?.text().catch(() => '');
    if (session) return session;
    await wait(retryMs);
  }
}

/** @param {string} url @param {object} message @param {Record<string, string>} headers */
function post(url, message, headers) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: both, ...headers },
    body: JSON.stringify(message),
  });
}

/**
 * @typedef {object} Call
 * @property {number} id
 * @property {{ name: string }} params
 * @property {Record<string, string>} headers
 * @property {boolean} [canResume]
 */

/**
 * Follows one call to its end, across the streams of several servers if needed.
 * @param {string} url
 * @param {Call} call
 * @param {Counts} counts
 * @returns {Promise<End>}
 */
async function callOnce(url, { id, params, headers, canResume = false }, counts) {
  const calls = canResume ? counts.legacy : counts.modern;
  const reading = { id, lastEvent: '', progress: 0, answers: /** @type {any[]} */ ([]) };
  /** @type {Response | undefined} */
  let response = await post(url, { jsonrpc: '2.0', id, method: 'tools/call', params }, headers).catch(() => undefined);
  for (;;) {
    if (response?.status === 404) counts.sessionsLost += 1;
    if (response?.status === 200) await read(response, reading, { calls, counts });
    else if (reading.lastEvent === '') return endOfRefusal(response, counts);
    else await response?.text().catch(() => '');
    const [answer] = reading.answers;
    if (reading.answers.length > 1) calls.twice += 1;
    if (answer) return endOf(answer, { name: params.name, progress: reading.progress, calls, counts });
    // Without an event there is nothing to resume from, so the outcome of the call stays unknown.
    if (!canResume || reading.lastEvent === '') return 'lost';
    await wait(retryMs);
    const resuming = { ...headers, accept: 'text/event-stream', 'last-event-id': reading.lastEvent };
    response = await fetch(url, { headers: resuming }).catch(() => undefined);
    if (response?.status === 200) counts.resumed += 1;
  }
}

/** @param {Response | undefined} response @param {Counts} counts @returns {Promise<End>} */
async function endOfRefusal(response, counts) {
  // Either the connection to the proxy broke, or the proxy reports an error.
  if (!response) return 'lost';
  const text = await response.text().catch(() => '');
  if (/may or may not have/u.test(text)) return 'lost';
  counts.notes.push(`${response.status}: ${text.slice(0, 200)}`);
  return 'failed';
}

/**
 * @param {any} answer
 * @param {{ name: string, progress: number, calls: Calls, counts: Counts }} call
 * @returns {End}
 */
function endOf({ result, error }, { name, progress, calls, counts }) {
  if (result) {
    if (name === 'steps' && progress !== steps) calls.gaps += 1;
    return 'answered';
  }
  if (/may or may not have/u.test(error?.message)) return 'lost';
  counts.notes.push(`error: ${JSON.stringify(error)}`);
  return 'failed';
}

/**
 * Reads events until the stream ends or breaks.
 *
 * @param {Response} response
 * @param {{ id: number, lastEvent: string, progress: number, answers: any[] }} reading
 * @param {{ calls: Calls, counts: Counts }} counting
 */
async function read(response, reading, { calls, counts }) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const answer = await response.json().catch(() => undefined);
    if (answer) reading.answers.push(answer);
    return;
  }
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) note(block, reading, { calls, counts });
    }
  } catch {
    // The connection broke: the caller resumes.
  }
}

/**
 * @param {string} block
 * @param {{ id: number, lastEvent: string, progress: number, answers: any[] }} reading
 * @param {{ calls: Calls, counts: Counts }} counting
 */
function note(block, reading, { calls, counts }) {
  const event = /^id: (.+)$/mu.exec(block)?.[1];
  const data = /^data: (.+)$/mu.exec(block)?.[1];
  if (event !== undefined) reading.lastEvent = event;
  if (!data) return;
  counts.events += 1;
  const message = JSON.parse(data);
  if (message.id === reading.id) reading.answers.push(message);
  if (message.method !== 'notifications/progress') return;
  if (message.params.progress !== reading.progress + 1) {
    calls.gaps += 1;
    counts.notes.push(`progress ${message.params.progress} after ${reading.progress}`);
  }
  reading.progress = message.params.progress;
}
