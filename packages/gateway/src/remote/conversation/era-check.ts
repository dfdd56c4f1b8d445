/**
 * Finds out whether an upstream server is still of the era in which it is spoken to: another version may stand at its address.
 *
 * Spec: 2026-07-28 basic/versioning
 */
import { McpError } from '@sigil/core';
import { RelayedError } from '@sigil/core/catalog';
import { UpstreamError } from '../trouble/upstream-error.js';
import type { Conversation, UpstreamFacts } from './exchange.js';

/** The upstream, as far as its era matters. */
export interface EraParts {
  /** Gives nothing when the upstream is not of the modern era. */
  discover(signal: AbortSignal): Promise<UpstreamFacts | undefined>;
  /** The conversation; absent where there is none, or its era cannot change. */
  current(): Conversation | undefined;
  /** Replaces the conversation, whose era is over. */
  replace(conversation: Conversation): void;
}

/** One answer holds for so long: however many calls fail, the upstream is not asked more often. */
const verdictMs = 1_000;
const askMs = 5_000;
/** Errors of a server that has understood the request. */
const understood: ReadonlySet<string> = new Set(['internal-error', 'resource-not-found', 'missing-client-capability']);

export class EraCheck {
  #asked: Promise<UpstreamFacts['era'] | undefined> | undefined;

  constructor(private readonly parts: EraParts) {}

  /**
   * Looks into an error, and replaces the conversation where the upstream turns out to be of the other era.
   *
   * @returns whether it was: then nothing was run. False also where the upstream says nothing that tells
   */
  async hasChanged(error: unknown): Promise<boolean> {
    const conversation = this.parts.current();
    if (!conversation) return false;
    if (!isOtherEra(error) && !(isDoubtful(error) && (await this.#isOther(conversation)))) return false;
    if (this.parts.current() === conversation) this.parts.replace(conversation);
    return true;
  }

  async #isOther({ facts }: Conversation): Promise<boolean> {
    this.#asked ??= this.#ask();
    const era = await this.#asked;
    return era !== undefined && era !== facts.era;
  }

  async #ask(): Promise<UpstreamFacts['era'] | undefined> {
    setTimeout(() => (this.#asked = undefined), verdictMs).unref();
    try {
      return (await this.parts.discover(AbortSignal.timeout(askMs))) ? 'modern' : 'legacy';
    } catch {
      return undefined;
    }
  }
}

/** Says that nothing was run, so that whoever asked may ask again. */
export function otherEra(): UpstreamError {
  const message = 'the upstream server does not speak the revision any more that it was asked in';
  return new UpstreamError('other-era', message, { mayHaveRun: false });
}

function isOtherEra(error: unknown): boolean {
  return error instanceof UpstreamError && error.failure === 'other-era';
}

/** Returns whether it may be the error of a server that did not understand the request. */
function isDoubtful(error: unknown): boolean {
  if (error instanceof RelayedError) return true;
  if (error instanceof McpError) return !understood.has(error.kind);
  if (!(error instanceof UpstreamError) || error.failure !== 'refused') return false;
  return error.status !== undefined && error.status < 500;
}
