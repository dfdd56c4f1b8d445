/**
 * A part of `npm run soak:replicas`: stops Redis again and again while legacy clients leave and resume the streams of their calls, and
 * answer questions at any replica; counts the outcome of every call. Exits with code 1 when a call hung, was answered twice or lost its
 * answer, when an event is missing that no error named, or when an answer that was accepted did not arrive.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { openReplicas } from './open-replicas.mjs';
import { writePlugin } from './write-plugin.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '32' },
    replicas: { type: 'string', default: '3' },
    'outage-ms': { type: 'string', default: '5000' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`Usage: node tools/bench/replicas/run-outages.mjs [--seconds 60] [--clients 32] [--replicas 3] [--outage-ms 5000]

  --seconds    how long it goes on
  --clients    each with a session of its own; every other call of each asks a question
  --replicas   processes behind nginx that share a Redis
  --outage-ms  Redis gets SIGSTOP for this long, then SIGCONT, and serves for as long`);
  process.exit(0);
}

const both = 'application/json, text/event-stream';
const revision = '2025-11-25';
const steps = 10;
const retryMs = 100;
const endWithinMs = 60_000;
const plugin = fileURLToPath(new URL('../.scratch/outages', import.meta.url));
const program = fileURLToPath(new URL('../serving/run-server.mjs', import.meta.url));
const counts = {
  answered: 0,
  failed: 0,
  hung: 0,
  twice: 0,
  unnamedGaps: 0,
  namedGaps: 0,
  lostAnswers: 0,
  resumed: 0,
  refusedCalls: 0,
  refusedResumptions: 0,
  refusedAnswers: 0,
};
/** @type {Set<string>} */
const notes = new Set();
await writePlugin(plugin);
const replicas = await openReplicas({
  count: Number(values.replicas),
  argsOf: (port) => [program, '--plugin', plugin, '--port', String(port), '--store'],
});
const url = `${replicas.url}/mcp`;
const ending = new AbortController();
const clients = Array.from({ length: Number(values.clients) }, () => keepCalling());
let outages = 0;
for (const until = performance.now() + Number(values.seconds) * 1_000; performance.now() < until; outages++) {
  await wait(Number(values['outage-ms']));
  replicas.redis.freeze();
  await wait(Number(values['outage-ms']));
  replicas.redis.thaw();
}
ending.abort();
await Promise.all(clients);
await replicas.close();
report();
const { answered, failed, hung, twice, unnamedGaps, lostAnswers } = counts;
const isWell = [failed, hung, twice, unnamedGaps, lostAnswers].every((count) => count === 0) && answered > 0;
process.exitCode = isWell ? 0 : 1;

async function keepCalling() {
  const session = await openSession();
  for (let id = 1; !ending.signal.aborted; id++) {
    const hung = new AbortController();
    const end = await Promise.race([
      callOnce(session, id, id % 2 === 0 ? 'ask' : 'steps'),
      wait(endWithinMs, /** @type {const} */ ('hung'), { signal: hung.signal }),
    ]).catch((error) => {
      notes.add(String(error));
      return /** @type {const} */ ('failed');
    });
    hung.abort();
    counts[end] += 1;
  }
}

/** @returns {Promise<Record<string, string>>} the headers of a session */
async function openSession() {
  const params = {
    protocolVersion: revision,
    capabilities: { elicitation: {} },
    clientInfo: { name: 'soak', version: '1' },
  };
  for (;;) {
    const response = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params }, {});
    await response?.text();
    const session = response?.headers.get('mcp-session-id');
    if (session) return { 'mcp-session-id': session, 'mcp-protocol-version': revision };
    await wait(retryMs);
  }
}

/**
 * @param {object} message @param {Record<string, string>} headers
 * @returns {Promise<Response | undefined>} `undefined` if the connection broke
 */
function post(message, headers) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: both, ...headers },
    body: JSON.stringify(message),
  }).catch(() => undefined);
}

/**
 * @typedef {object} Reading
 * @property {number} id
 * @property {string} lastEvent
 * @property {number} lastNumber
 * @property {any[]} answers
 * @property {any[]} questions
 */

/**
 * Calls, leaves the stream after its first message, and resumes it until it has the answer.
 * @param {Record<string, string>} session @param {number} id @param {'ask' | 'steps'} name
 * @returns {Promise<'answered' | 'failed'>}
 */
async function callOnce(session, id, name) {
  /** @type {Reading} */
  const reading = { id, lastEvent: '', lastNumber: 0, answers: [], questions: [] };
  const params = { name, arguments: name === 'steps' ? { count: steps } : {}, _meta: { progressToken: id } };
  let response = await post({ jsonrpc: '2.0', id, method: 'tools/call', params }, session);
  while (response?.status === 503) {
    counts.refusedCalls += 1;
    await response.text();
    await wait(retryMs);
    response = await post({ jsonrpc: '2.0', id, method: 'tools/call', params }, session);
  }
  if (response?.status === 200) await read(response, reading, 1);
  let isAnswered = false;
  for (;;) {
    const [answer] = reading.answers;
    if (reading.answers.length > 1) counts.twice += 1;
    if (answer?.result) return 'answered';
    if (answer || reading.lastEvent === '') {
      notes.add(answer ? JSON.stringify(answer.error) : `a call got ${response?.status} and no event`);
      return 'failed';
    }
    const [question] = reading.questions;
    await wait(retryMs);
    // Nothing follows on the stream before the question has its answer.
    if (question && !isAnswered) {
      isAnswered = await answerQuestion(session, question);
      continue;
    }
    const headers = { ...session, accept: 'text/event-stream', 'last-event-id': reading.lastEvent };
    response = await fetch(url, { headers }).catch(() => undefined);
    if (response?.status === 503) counts.refusedResumptions += 1;
    else if (response && response.status !== 200) notes.add(`a resumption got ${response.status}`);
    if (response?.status !== 200) await response?.text().catch(() => '');
    else {
      counts.resumed += 1;
      await read(response, reading, Infinity);
    }
  }
}

/** @param {Record<string, string>} session @param {any} question @returns {Promise<boolean>} whether it was accepted */
async function answerQuestion(session, question) {
  const result = { action: 'accept', content: { word: 'yes' } };
  const response = await post({ jsonrpc: '2.0', id: question.id, result }, session);
  await response?.text().catch(() => '');
  if (response?.status === 202) return true;
  counts.refusedAnswers += 1;
  return false;
}

/**
 * Reads messages until the stream ends, breaks, or has brought as many as wanted.
 * @param {Response} response @param {Reading} reading @param {number} most
 */
async function read(response, reading, most) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    reading.answers.push(await response.json());
    return;
  }
  let text = '';
  let count = 0;
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) count += note(block, reading);
      if (count >= most) break;
    }
  } catch {
    // The connection broke: the caller resumes.
  }
}

/** @param {string} block @param {Reading} reading @returns {number} of messages in it */
function note(block, reading) {
  const event = /^id: (.+)$/mu.exec(block)?.[1];
  const data = /^data: (.+)$/mu.exec(block)?.[1];
  const message = data && JSON.parse(data);
  if (event !== undefined) {
    const number = Number(event.split('-')[1]);
    const { missing } = message?.error?.data ?? {};
    if (missing) counts.namedGaps += 1;
    else if (number !== reading.lastNumber + 1) counts.unnamedGaps += 1;
    reading.lastEvent = event;
    reading.lastNumber = number;
  }
  if (!message) return 0;
  if (message.method === 'elicitation/create') reading.questions.push(message);
  if (message.id === reading.id && !message.method) {
    reading.answers.push(message);
    if (message.result?.content?.[0]?.text === 'cancel') counts.lostAnswers += 1;
  }
  return 1;
}

function report() {
  const table = new Table({ style: { head: [] } });
  table.push(
    ['calls answered', counts.answered],
    ['ended in an error', counts.failed],
    ['without an end', counts.hung],
    ['answered twice', counts.twice],
    ['events missing without an error that names them', counts.unnamedGaps],
    ['gaps named by an error', counts.namedGaps],
    ['accepted answers to questions that did not arrive', counts.lostAnswers],
    ['streams resumed', counts.resumed],
    ['calls refused with 503, and sent again', counts.refusedCalls],
    ['resumptions refused with 503, and sent again', counts.refusedResumptions],
    ['answers to questions refused, and sent again', counts.refusedAnswers],
  );
  console.log(
    `${outages} outages of ${values['outage-ms']} ms among ${values.replicas} replicas in ${values.seconds} s under ` +
      `${values.clients} clients`,
  );
  console.log(table.toString());
  for (const line of [...notes].slice(0, 20)) console.log(line);
}
