/**
 * Runs a plugin that throws where nothing awaits it: in timers, rejections and events, and from getters of thrown values.
 */
import { callOf, callTool, openSession } from './connections.mjs';
import { observe } from './observe.mjs';

const rounds = 20;

/** @param {import('./open-target.mjs').Target} target @returns {Promise<import('./observe.mjs').Outcome>} */
export function stormOfLateErrors(target) {
  const { url } = target;
  return observe('a plugin that throws late, in ten ways', target, async () => {
    const headers = await openSession(url, '2025-11-25');
    for (let round = 0; round < rounds; round++) {
      const answer = await callTool({ url, headers }, callOf('throwLate', {}));
      if (!answer.includes('thrown later')) throw new Error(`the server did not answer: ${answer.slice(-300)}`);
    }
    return 0;
  });
}
