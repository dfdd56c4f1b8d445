/**
 * Runs a compiled plugin in this process as plain Node does, and sends what its tool returned.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeError } from '../describe-error.mjs';

const [, , folder = ''] = process.argv;

/** @returns {Promise<import('../outcome.mjs').Outcome>} */
async function runPlugin() {
  try {
    const { Corpus } = await import(pathToFileURL(join(folder, 'dist/plugin.js')).href);
    return { kind: 'value', text: await new Corpus().run() };
  } catch (error) {
    return { kind: 'failed', text: describeError(error) };
  }
}

const outcome = await runPlugin();
// A package may keep a timer or a pool that would keep the process.
process.send?.(outcome, () => process.disconnect());
