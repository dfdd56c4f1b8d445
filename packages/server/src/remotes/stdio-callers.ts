/**
 * The identity of the only caller of a server over standard input and output, who signs in at upstream servers on pages of this machine.
 * They are served once an upstream needs them.
 */
import type { RemoteServer } from '@sigil/gateway';
import type { Configuration } from '../configuration/configuration.js';
import type { ServingLog } from '../log/server-log.js';
import { UpstreamCallers } from './upstream-callers.js';

export class StdioCallers {
  readonly callers: UpstreamCallers;
  #closing: Promise<() => void> | undefined;

  constructor(
    private readonly configuration: Pick<Configuration, 'stateFolder' | 'requestStateKey' | 'mcps'>,
    private readonly log: Pick<ServingLog, 'failure'>,
  ) {
    // The caller comes without a token that could be exchanged.
    this.callers = new UpstreamCallers({ ...configuration, auth: undefined });
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
