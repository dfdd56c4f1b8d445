/**
 * Observes a server from outside during an attack: its resident memory, and how long another client waits for an answer.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/**
 * @typedef {object} Outcome
 * @property {string} name
 * @property {number} peakRssMb highest resident memory during the storm
 * @property {number} afterRssMb resident memory 10 s after all its connections were closed
 * @property {number} worstStallMs the longest time that another client waited for the answer to a ping
 * @property {number} refused number of requests that the server refused or cut off
 */

/** Source address of storms; the other client uses 127.0.0.1. Both are this machine. */
export const attacker = '127.0.0.2';

const sampleMs = 20;
const afterMs = 10_000;

/**
 * @param {string} name
 * @param {Pick<import('./open-target.mjs').Target, 'url' | 'pid'>} server
 * @param {() => Promise<number>} storm closes all its connections at the end; returns the number of refusals
 * @returns {Promise<Outcome>}
 */
export async function observe(name, { url, pid }, storm) {
  let peakRssMb = rssOf(pid);
  const sampler = setInterval(() => (peakRssMb = Math.max(peakRssMb, rssOf(pid))), sampleMs);
  const pinging = await startPinging(url);
  let worstStallMs = 0;
  const refused = await storm().finally(async () => {
    clearInterval(sampler);
    worstStallMs = await pinging.stop();
  });
  await wait(afterMs);
  return { name, peakRssMb: Math.round(peakRssMb), afterRssMb: Math.round(rssOf(pid)), worstStallMs, refused };
}

/** @param {number} pid */
function rssOf(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Pings from a separate thread, so that the storm's own work does not count as the server's. @param {string} url */
async function startPinging(url) {
  const worker = new Worker(new URL('ping.mjs', import.meta.url), { workerData: url });
  await new Promise((resolve) => worker.once('message', resolve));
  return {
    /** @returns {Promise<number>} the longest wait for an answer, in milliseconds; `Infinity` when one never came */
    stop() {
      const worst = new Promise((resolve) => worker.once('message', resolve).once('error', () => resolve(Infinity)));
      worker.postMessage('stop');
      return worst;
    },
  };
}
