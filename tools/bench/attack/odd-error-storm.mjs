/**
 * Runs a plugin in a worker that throws values which are hard to describe: proxies, functions, errors whose message is not a string.
 */
import { callOf, callTool, openSession } from './connections.mjs';
import { observe } from './observe.mjs';

const kinds = ['proxy', 'revoked', 'getter', 'symbol', 'function', 'cycle', 'huge', 'undefined'];

/** @param {import('./open-target.mjs').Target} target @returns {Promise<import('./observe.mjs').Outcome>} */
export function stormOfOddErrors(target) {
  return observe('a worker that throws what is hard to tell of', target, async () => {
    const headers = await openSession(target.remoteUrl, '2025-11-25');
    const answers = await Promise.all(
      kinds.map((kind) => callTool({ url: target.remoteUrl, headers }, callOf('throwOdd', { kind }))),
    );
    for (const [index, answer] of answers.entries()) {
      if (!answer.includes('"isError":true')) throw new Error(`${kinds[index]}: ${answer.slice(-300)}`);
    }
    return answers.length;
  });
}
