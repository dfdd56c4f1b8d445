/**
 * Hosts a built plugin behind each kind of link, one after another, and calls its tool.
 */
import { hostPlugin } from '@sigil/plugin-host';
import { toolName } from '../corpus-case.mjs';
import { describeError } from '../describe-error.mjs';
import { linkKinds } from '../outcome.mjs';

/** @typedef {import('../outcome.mjs').Outcome} Outcome */

const [, , folder = ''] = process.argv;

/** Values are compared, not times: a large package takes longer than the default on a crowded machine. */
const openTimeoutMs = 60_000;

/** The tool uses no more of a context. @type {import('@sigil/core').Context} */
const context = Object.assign(Object.create(null), {
  signal: new AbortController().signal,
  reportProgress: () => Promise.resolve(),
});

for (const link of linkKinds) {
  const outcome = await callBehind(link);
  await new Promise((resolve) => process.send?.({ link, outcome }, resolve));
}
process.disconnect();

/** @param {import('../outcome.mjs').LinkKind} link @returns {Promise<Outcome>} */
async function callBehind(link) {
  const hosted = await hostPlugin(folder, { link, activation: 'onStart', policy: 'required', openTimeoutMs });
  try {
    if (hosted.status.state === 'failed') return { kind: 'not loaded', text: describeError(hosted.status.error) };
    return await callTool(hosted);
  } finally {
    await hosted.close();
  }
}

/** @param {import('@sigil/plugin-host').HostedPlugin} hosted @returns {Promise<Outcome>} */
async function callTool(hosted) {
  const hold = hosted.hold();
  try {
    const answer = await hosted.current().findTool(toolName)?.run({}, context);
    const [block] = answer?.kind === 'result' ? answer.content : [];
    const text = block?.type === 'text' ? block.text : `no text, but ${JSON.stringify(answer)}`;
    return { kind: answer?.kind === 'result' && !answer.isError ? 'value' : 'failed', text };
  } catch (error) {
    return { kind: 'failed', text: describeError(error) };
  } finally {
    hold.release();
  }
}
