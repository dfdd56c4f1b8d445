/**
 * Opens a plugin's folder as a target: builds it when that is needed and runs it in this process.
 */
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { hostPlugin } from '@sigil/plugin-host';
import { ensureFresh } from '../building/ensure-built.js';
import { requireServing } from '../serving/require-serving.js';
import { describeFault } from '../serving/describe-fault.js';
import type { Terminal } from '../terminal/terminal.js';
import { callTimeoutMs, connectTarget } from './mcp-target.js';
import { InProcessTransport } from './in-process-transport.js';
import type { Target } from './target.js';

/**
 * @param configuration the plugin's own, where it takes one
 * @throws CommandError when it cannot be built
 * @throws PluginError when it cannot be started
 */
export async function openPluginTarget(
  folder: string,
  configuration: JsonObject | undefined,
  terminal: Terminal,
): Promise<Target> {
  await ensureFresh(folder, terminal);
  const hosted = await hostPlugin(folder, { configuration, activation: 'onStart' });
  try {
    const { plugin } = requireServing(hosted.status);
    const engine = createEngine({
      info: { name: plugin.name, version: plugin.version },
      source: hosted,
      limits: { callTimeoutMs },
      onFault: (fault) => terminal.err.line(describeFault(fault, terminal)),
    });
    const target = await connectTarget(new InProcessTransport(engine), terminal.interrupted);
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
