/**
 * Serves the tools for coding agents on loopback, as a server of their own beside the plugin in development.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as core from '@sigil/core';
import { instructionsOf, type PluginModule } from '@sigil/core/building';
import { bindPlugin, buildCatalog, fixedSource, makeRecordingDecorators, readManifest } from '@sigil/core/catalog';
import { agentToolsFolder } from '../agent-tools-folder.js';
import { CommandError } from '../failures/command-error.js';
import { logOn } from '../serving/open-service.js';
import type { Terminal } from '../terminal/terminal.js';
import type { Workbench } from './workbench.js';

/** The tools for coding agents, while they are served. */
export interface AgentServer {
  readonly url: string;
  close(): Promise<void>;
}

/** The export of the bundle: evaluates the plugin. */
type EvaluatePlugin = (ownCore: object, core: object) => Promise<PluginModule>;

/**
 * @param port on loopback; 0 takes any free one
 * @throws CommandError when the port cannot be used
 */
export async function openAgentServer(workbench: Workbench, port: number, terminal: Terminal): Promise<AgentServer> {
  const { openPluginServer } = await import('@sigil/server/plugin-server');
  const { name, version, description, source } = await readTools(workbench);
  try {
    // An agent goes on after a new start, since it holds no session of the one before.
    const settings = { port, stateless: true };
    const server = await openPluginServer({ name, version, description, source }, settings, { log: logOn(terminal) });
    return { url: `${server.url}/mcp/${name}`, close: () => server.close() };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`the tools for coding agents cannot be served: ${why}; --mcp-port chooses it`, { cause });
  }
}

async function readTools(workbench: Workbench) {
  const text = await readFile(new URL('manifest.json', agentToolsFolder), 'utf8');
  const manifest = readManifest(JSON.parse(text), 'agent-tools');
  const evaluate = createRequire(agentToolsFolder)('./plugin.cjs') as EvaluatePlugin; // our own build
  const { decorators, recorded } = makeRecordingDecorators();
  const module = { ...(await evaluate({ ...core, ...decorators }, core)), recorded };
  const bound = bindPlugin(manifest, {
    ...module,
    // The workbench takes the place of its provider, which has none.
    construct: (configured, make) =>
      module.construct?.(configured, (part, construct) =>
        make(part, () => (part === 'workbench' ? workbench : construct())),
      ),
  });
  const catalog = buildCatalog({ ...bound.components, instructions: instructionsOf(manifest) });
  return { ...manifest.plugin, source: fixedSource(catalog) };
}
