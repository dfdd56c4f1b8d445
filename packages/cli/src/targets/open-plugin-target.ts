/**
 * Opens a plugin's folder as a target: builds it if needed and runs it in this process.
 */
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { hostPlugin, type HostedPlugin } from '@sigil/plugin-host';
import type { Questions } from '../asking/questions.js';
import { ensureFresh } from '../building/ensure-built.js';
import { explainConfiguration, isAboutConfiguration } from '../configuring/explain-configuration.js';
import { InterruptedError } from '../failures/command-error.js';
import { readListing } from '../listing/read-listing.js';
import { readLink } from '../serving/read-link.js';
import { requireServing } from '../serving/require-serving.js';
import { describeFault } from '../serving/describe-fault.js';
import { unlessInterrupted } from '../terminal/interruptible-wait.js';
import type { Terminal } from '../terminal/terminal.js';
import { callTimeoutMs, connectTarget } from './mcp-target.js';
import { engineChannel } from './engine-channel.js';
import type { Target } from './target.js';

/** Longest wait for a plugin that is still starting when the command is asked to end, so that it can be stopped. */
const startGraceMs = 1_000;

/**
 * @param configuration the plugin's own, if it takes one
 * @param questions answers the plugin's questions
 * @throws CommandError when it cannot be built
 * @throws PluginError when it cannot be started
 * @throws InterruptedError when the command is asked to end first
 */
export async function openPluginTarget(
  folder: string,
  configuration: JsonObject | undefined,
  terminal: Terminal,
  questions?: Questions,
): Promise<Target> {
  await ensureFresh(folder, terminal);
  const { interrupted } = terminal;
  if (interrupted.aborted) throw new InterruptedError('interrupted before the plugin was started');
  const hosting = hostPlugin(folder, { ...(await readLink(folder)), configuration, activation: 'onStart' });
  const close = (late: HostedPlugin): Promise<void> => late.close();
  const hosted = await unlessInterrupted(hosting, { interrupted, close, graceMs: startGraceMs });
  if (!hosted) throw new InterruptedError('interrupted while starting the plugin');
  try {
    const { status } = hosted;
    const failure = status.state === 'failed' ? await explainConfiguration(status.error, folder) : undefined;
    if (status.state === 'failed' && failure && configuration === undefined && isAboutConfiguration(status.error)) {
      await hosted.close();
      return await openListedTarget(folder, failure);
    }
    if (failure) throw failure;
    const { plugin } = requireServing(status);
    const engine = createEngine({
      info: { name: plugin.name, version: plugin.version },
      source: hosted,
      limits: { callTimeoutMs },
      onFault: (fault) => terminal.err.line(describeFault(fault, terminal)),
    });
    const target = await connectTarget(engineChannel(engine), interrupted, questions);
    return {
      list: () => target.list(),
      call: (tool, input, onProgress) => target.call(tool, input, onProgress),
      async close() {
        await target.close();
        engine.close();
        await hosted.close();
      },
    };
  } catch (error) {
    await hosted.close();
    throw error;
  }
}

/** Opens a target that only lists, from the manifest, for a plugin that needs a configuration to run. */
async function openListedTarget(folder: string, failure: Error): Promise<Target> {
  const listing = await readListing(folder);
  return {
    list: () => Promise.resolve(listing),
    call: () => Promise.reject(failure),
    close: () => Promise.resolve(),
  };
}
