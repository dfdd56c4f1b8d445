/**
 * Serves one mount over standard input and output.
 */
import { Clients } from '@sigil/core/engine';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import type { ServedMounts } from '../mounts/served-mounts.js';
import type { Serving, ServingParts, StdioStreams } from './running-server.js';

const settled = (): Promise<void> => Promise.resolve();

/** Opens the streams of this process. From here on, only the protocol reaches standard output. */
export async function openGuardedStreams(): Promise<StdioStreams> {
  // Loaded only for stdio.
  const { guardStdout } = await import('@sigil/transport-stdio');
  return { output: guardStdout().output };
}

/** @throws ConfigurationError when the mount does not exist or is refused */
export async function serveOverStdio(
  mounts: ServedMounts,
  { stdioMount, stdioView, strictLifecycle, sharedLimits, auth }: ServingConfiguration,
  streams: StdioStreams,
  { log, observation }: Pick<ServingParts, 'log' | 'observation'>,
): Promise<Serving> {
  const mount = mounts.all.find(({ name }) => name === stdioMount);
  const refused = mounts.refused.find(({ name }) => name === stdioMount);
  if (refused) throw new ConfigurationError(`--stdio: the server is refused: ${refused.problems.join('\n')}`);
  if (!mount) {
    const names = mounts.all.map(({ name }) => `"${name}"`).join(', ');
    throw new ConfigurationError(`--stdio: there is no server "${stdioMount}"; there are ${names}`);
  }
  const { serveNativeStdio, serveStdio } = await import('@sigil/transport-stdio');
  const clients = new Clients(sharedLimits);
  observation.serving(mounts, clients);
  const options = {
    ...streams,
    opening: mounts.waitForUpstreams(mount.name),
    clients,
    principal: auth?.stdio,
    onFault: log.faultsOf(mount.name),
  };
  const server =
    stdioView === 'native'
      ? serveNativeStdio(mount.engine, options)
      : serveStdio(mount.engine, { ...options, strictLifecycle });
  return {
    url: undefined,
    ended: server.done,
    drain: settled,
    moveOver: settled,
    handOver: settled,
    finishTasks: settled,
    close() {
      for (const { engine } of mounts.all) engine.endSubscriptions();
      return server.close();
    },
  };
}
