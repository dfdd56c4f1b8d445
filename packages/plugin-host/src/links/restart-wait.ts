/**
 * Holds calls while their plugin restarts, for a limited time and no longer than a start may take.
 */
import { PluginError } from '@sigil/core/building';
import type { RemoteEnd } from './remote-end.js';

interface Waiting {
  readonly resolve: (peer: RemoteEnd) => void;
  readonly reject: (error: PluginError) => void;
}

export class RestartWait {
  readonly #waiting = new Set<Waiting>();

  /** @param waitMs longest wait of one call */
  constructor(
    private readonly name: string,
    private readonly waitMs: number,
  ) {}

  /** @throws PluginError `crashed` with a sentence for the caller, when the restart takes too long or will not happen */
  async forPeer(): Promise<RemoteEnd> {
    let timer: NodeJS.Timeout | undefined;
    let waiting: Waiting | undefined;
    try {
      return await new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        this.#waiting.add(waiting);
        timer = setTimeout(() => reject(this.#tooLong()), this.waitMs);
      });
    } finally {
      clearTimeout(timer);
      if (waiting) this.#waiting.delete(waiting);
    }
  }

  open(peer: RemoteEnd): void {
    for (const { resolve } of this.#waiting) resolve(peer);
  }

  refuse(error: PluginError): void {
    for (const { reject } of this.#waiting) reject(error);
  }

  #tooLong(): PluginError {
    return new PluginError('crashed', `plugin "${this.name}" is being restarted; try again in a few seconds`);
  }
}
