/**
 * The other client of a server under attack, in its own thread: pings continuously, and reports the longest wait.
 */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const pauseMs = 20;
const longestMs = 30_000;
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const state = { isStopped: false };
let worst = 0;
parentPort?.once('message', () => (state.isStopped = true));
await ping();
parentPort?.postMessage('ready');
while (!state.isStopped) {
  const startedAt = performance.now();
  await ping();
  worst = Math.max(worst, performance.now() - startedAt);
  await wait(pauseMs);
}
agent.destroy();
parentPort?.postMessage(Math.round(worst));

/** Sends a request that every server answers and that opens nothing; any response counts as an answer. */
function ping() {
  return new Promise((resolve) => {
    const sent = request(workerData, { agent, method: 'POST', headers, timeout: longestMs }, (response) => {
      response.resume().once('close', resolve);
    });
    sent.once('error', resolve).once('timeout', () => sent.destroy());
    sent.end(body);
  });
}
