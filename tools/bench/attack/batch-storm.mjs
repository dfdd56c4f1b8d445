/**
 * Sends one small POST: a batch of a hundred calls whose results are 9 MB each.
 */
import { callOf, exchange, openSession } from './connections.mjs';
import { observe } from './observe.mjs';

const calls = 100;

/** @param {import('./open-target.mjs').Target} target @returns {Promise<import('./observe.mjs').Outcome>} */
export function stormWithBatch(target) {
  const { url } = target;
  return observe('one batch of 100 calls with 9 MB results', target, async () => {
    const headers = await openSession(url, '2025-03-26');
    const batch = Array.from({ length: calls }, (_, id) => callOf('long', { megabytes: 9 }, id));
    const text = await exchange(url, JSON.stringify(batch), { headers });
    return text.split('"error":').length - 1;
  });
}
