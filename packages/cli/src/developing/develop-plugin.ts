/**
 * Builds and serves a plugin, and after each save rebuilds it and swaps it in. Compilers run in the builder's process.
 */
import { basename, relative } from 'node:path';
import { openBuilderProcess, type BuildReport } from '@sigil/server/builder';
import type { FailureLog } from '../agents/failure-log.js';
import type { AgentServer } from '../agents/open-agent-server.js';
import { builderCommand } from '../builder/builder-command.js';
import { requireFolder } from '../building/require-folder.js';
import { showStep } from '../terminal/show-step.js';
import type { Terminal } from '../terminal/terminal.js';
import { waitForInterrupt } from '../terminal/wait-for-interrupt.js';
import { Development, type DevelopRequest } from './development.js';

/**
 * Runs until it is asked to end, or its client on standard input disconnects.
 *
 * @throws ListenError when the port or the host cannot be used
 */
export async function developPlugin(request: DevelopRequest, terminal: Terminal): Promise<void> {
  const { folder } = request;
  await requireFolder(folder);
  const failures = request.agentPort === undefined ? undefined : await openFailureLog(folder);
  const development = new Development(request, terminal, failures);
  // The build's messages are shown once the line of the step is gone.
  let show = (): void => undefined;
  const shown = new Promise<void>((resolve) => (show = resolve));
  const step = `Building ${relative(terminal.cwd, folder) || basename(folder)}`;
  const builder = openBuilderProcess({
    command: builderCommand(),
    folders: [folder],
    cwd: terminal.cwd,
    onReport: (report: BuildReport) => void shown.then(() => development.take(report)),
    onFailure: (_, why) => void shown.then(() => development.takeFailure(why)),
    onEnded: (why) => void shown.then(() => development.tellOf(new Error(why))),
  });
  const interrupted = waitForInterrupt(terminal.interrupted);
  let agents: AgentServer | undefined;
  try {
    agents =
      failures && (await openAgents({ request, development, failures, settle: () => builder.settle() }, terminal));
    await showStep(step, terminal, () => Promise.race([builder.watching, builder.stumbled, interrupted]));
    show();
    await Promise.race([development.ended, interrupted]);
  } finally {
    builder.close();
    await agents?.close();
    await development.close();
  }
}

/** Loaded only with `--mcp`. */
async function openFailureLog(folder: string): Promise<FailureLog> {
  const { FailureLog: Log } = await import('../agents/failure-log.js');
  return new Log(folder);
}

interface AgentParts {
  readonly request: DevelopRequest;
  readonly development: Development;
  readonly failures: FailureLog;
  readonly settle: () => Promise<void>;
}

/** Serves the tools for coding agents from the first build on, even if it fails. */
async function openAgents(
  { request, development, failures, settle }: AgentParts,
  terminal: Terminal,
): Promise<AgentServer> {
  const { folder, carrier, agentPort = 0 } = request;
  const { DevWorkbench } = await import('../agents/dev-workbench.js');
  const { openAgentServer } = await import('../agents/open-agent-server.js');
  const { formatAgentWelcome } = await import('../agents/format-agent-welcome.js');
  const workbench = new DevWorkbench({ folder, development, failures, settle });
  const server = await openAgentServer(workbench, agentPort, terminal);
  // On standard output a client expects only messages.
  const say = carrier.kind === 'stdio' ? terminal.err : terminal.out;
  say.line(formatAgentWelcome(server.url, say, terminal));
  const close = async (): Promise<void> => {
    workbench.close();
    await server.close();
  };
  return { url: server.url, close };
}
