/**
 * Stops reading a server's log while a plugin fails all the time.
 */
import { callOf, callTool, openSession } from './connections.mjs';
import { observe } from './observe.mjs';

const calls = 2_000;
const atOnce = 20;

/** @param {import('./open-target.mjs').Target} target @returns {Promise<import('./observe.mjs').Outcome>} */
export function stormWithoutLogReader(target) {
  const { url } = target;
  return observe('2,000 failures after the reader of the log has gone', target, async () => {
    const headers = await openSession(url, '2025-11-25');
    target.leaveLog();
    let failed = 0;
    for (let done = 0; done < calls; done += atOnce) {
      const answers = await Promise.all(
        Array.from({ length: atOnce }, () => callTool({ url, headers }, callOf('fail', {}))),
      );
      failed += answers.filter((answer) => answer.includes('"isError":true')).length;
    }
    if (failed !== calls) throw new Error(`${calls - failed} of ${calls} calls were not answered`);
    return failed;
  });
}
