/**
 * Checks whether a server still speaks the era in use, since another version may have been deployed at its address.
 *
 * Spec: 2026-07-28 basic/versioning
 */
import { McpError } from '@sigil/core';
import { RelayedError } from '@sigil/core/catalog';
import { inBackground } from '../retry/background-timer.js';
import { ConnectionError } from '../errors/connection-error.js';
import type { EraClient, ServerFacts } from '../era/era-client.js';

/** The server as the era check sees it. */
export interface EraParts {
  /** Resolves to `undefined` when the server is not of the modern era. */
  discover(signal: AbortSignal): Promise<ServerFacts | undefined>;
  /** The current conversation; `undefined` when there is none, or its era cannot change. */
  current(): EraClient | undefined;
  /** Replaces a conversation of the wrong era. */
  replace(conversation: EraClient): void;
}

/** The time that one answer holds, so that many failing calls do not ask the server each time. */
const verdictMs = 1_000;
const askMs = 5_000;
/** Kinds of errors that show that the server understood the request. */
const understood: ReadonlySet<string> = new Set(['internal-error', 'resource-not-found', 'missing-client-capability']);

export class EraCheck {
  #asked: Promise<ServerFacts['era'] | undefined> | undefined;

  constructor(private readonly parts: EraParts) {}

  /**
   * Examines an error, and replaces the conversation if the server turns out to be of the other era.
   *
   * @returns whether it was, and so nothing has run; `false` also when the server's era stays unknown
   */
  async hasChanged(error: unknown): Promise<boolean> {
    const conversation = this.parts.current();
    if (!conversation) return false;
    if (!isOtherEra(error) && !(isDoubtful(error) && (await this.#isOther(conversation)))) return false;
    if (this.parts.current() === conversation) this.parts.replace(conversation);
    return true;
  }

  async #isOther({ facts }: EraClient): Promise<boolean> {
    this.#asked ??= this.#ask();
    const era = await this.#asked;
    return era !== undefined && era !== facts.era;
  }

  async #ask(): Promise<ServerFacts['era'] | undefined> {
    inBackground(setTimeout(() => (this.#asked = undefined), verdictMs));
    try {
      return (await this.parts.discover(AbortSignal.timeout(askMs))) ? 'modern' : 'legacy';
    } catch {
      return undefined;
    }
  }
}

function isOtherEra(error: unknown): boolean {
  return error instanceof ConnectionError && error.failure === 'other-era';
}

/** Returns whether the error may come from a server that did not understand the request. */
function isDoubtful(error: unknown): boolean {
  if (error instanceof RelayedError) return true;
  if (error instanceof McpError) return !understood.has(error.kind);
  if (!(error instanceof ConnectionError) || error.failure !== 'refused') return false;
  return error.status !== undefined && error.status < 500;
}
