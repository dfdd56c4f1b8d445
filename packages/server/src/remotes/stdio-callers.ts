/**
 * The identity of the only caller of a server over standard input and output, who signs in at upstream servers on pages of this machine.
 * They are served once an upstream needs them.
 */
import { join } from 'node:path';
import { openUserSecrets, type RemoteServer, type SecretStore } from '@sigil/gateway';
import type { Configuration } from '../configuration/configuration.js';
import type { ServerLog } from '../log/server-log.js';
import { findUserState } from '../user-folders.js';
import { keyedSecrets, secretsFolder, UpstreamCallers } from './upstream-callers.js';

export class StdioCallers {
  readonly callers: UpstreamCallers;
  #closing: Promise<() => void> | undefined;

  constructor(
    private readonly configuration: Pick<Configuration, 'stateFolder' | 'requestStateKeys' | 'mcps'>,
    private readonly log: Pick<ServerLog, 'failure' | 'problem'>,
  ) {
    // The caller comes without a token that could be exchanged.
    this.callers = new UpstreamCallers({ ...configuration, auth: undefined }, openSecrets(configuration, log));
  }

  /** Serves the pages if one of these upstream servers has users who sign in. */
  async openFor(remotes: Iterable<RemoteServer>): Promise<void> {
    const needsPages = [...remotes].some(({ configuration }) => configuration.auth.kind === 'oauth');
    if (needsPages) await (this.#closing ??= this.#open());
  }

  close(): void {
    void this.#closing?.then((close) => close());
  }

  /** @returns ends the pages */
  async #open(): Promise<() => void> {
    const { stateFolder, mcps = '' } = this.configuration;
    const { callers, log } = this;
    const { serveSignIns } = await import('./open-sign-in-pages.js');
    const served = await serveSignIns(callers.signIns, { place: stateFolder ?? mcps, log });
    callers.serve(
      () => served.url,
      () => undefined,
    );
    return () => served.close();
  }
}

/** Keeps the only user's secrets in the configured folder of state, or else in the user's own. */
function openSecrets(
  { stateFolder, requestStateKeys }: Pick<Configuration, 'stateFolder' | 'requestStateKeys'>,
  log: Pick<ServerLog, 'problem'>,
): SecretStore {
  const folder = join(stateFolder ?? findUserState(process.platform, process.env), secretsFolder);
  if (requestStateKeys) return keyedSecrets(folder, requestStateKeys);
  return openUserSecrets(folder, (why) => log.problem('sign-in', why));
}
