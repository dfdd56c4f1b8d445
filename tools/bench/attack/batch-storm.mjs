/**
 * One small POST: a batch of a hundred calls whose results are 9 MB each.
 */
import { callOf, exchange, openSession } from './connections.mjs';
import { observe } from './observe.mjs';

const calls = 100;

/** @param {string} url @param {number} pid @returns {Promise<import('./observe.mjs').Outcome>} */
export function stormWithBatch(url, pid) {
  return observe('one batch of 100 calls with 9 MB results', { url, pid }, async () => {
    const headers = await openSession(url, '2025-03-26');
    const batch = Array.from({ length: calls }, (_, id) => callOf('long', { megabytes: 9 }, id));
    const text = await exchange(url, JSON.stringify(batch), { headers });
    return text.split('"error":').length - 1;
  });
}
