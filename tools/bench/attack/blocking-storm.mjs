/**
 * Calls a tool that blocks the event loop for three seconds. An inline plugin cannot be stopped; the log must name the tool meanwhile.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { callOf, callTool, openSession } from './connections.mjs';
import { observe } from './observe.mjs';

const blockMs = 3_000;
const namedWithinMs = 2_900;

/** @param {import('./open-target.mjs').Target} target @returns {Promise<import('./observe.mjs').Outcome>} */
export function stormOfOneBlockingTool(target) {
  const { url } = target;
  return observe('a tool that blocks for 3 s, named in the log meanwhile', target, async () => {
    const headers = await openSession(url, '2025-11-25');
    const over = callTool({ url, headers }, callOf('block', { forMs: blockMs }));
    await wait(namedWithinMs);
    if (!/block/.test(target.said())) throw new Error(`the log does not name the tool:\n${target.said()}`);
    await over;
    return 0;
  });
}
