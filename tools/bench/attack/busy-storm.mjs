/**
 * Sends calls that occupy the event loop as far as they can: progress in a loop, a generator without a pause, a text that is far too long.
 */
import { callOf, callTool, openSession } from './connections.mjs';
import { observe } from './observe.mjs';

const workMs = 2_000;

/** @param {import('./open-target.mjs').Target} target @returns {Promise<import('./observe.mjs').Outcome>} */
export function stormOfBusyCalls(target) {
  const { url } = target;
  return observe('progress and yields without a pause, then a text of 100 MB', target, async () => {
    const headers = await openSession(url, '2025-11-25');
    await Promise.all(
      ['report', 'yieldOn'].flatMap((tool) =>
        Array.from({ length: 2 }, () => callTool({ url, headers }, withProgress(callOf(tool, { forMs: workMs })))),
      ),
    );
    const answer = await callTool({ url, headers }, callOf('long', { megabytes: 100 }));
    return /limit maxResultLength/.test(answer) ? 1 : 0;
  });
}

/** @param {ReturnType<typeof callOf>} call */
function withProgress(call) {
  return { ...call, params: { ...call.params, _meta: { progressToken: call.params.name } } };
}
