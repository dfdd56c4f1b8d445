/**
 * Answers methods of an upstream's extensions by relaying them.
 */
import type { Context } from '@sigil/core';
import type { ExtensionMessage, ExtensionNotifier, ExtensionResult, ExtensionServer } from '@sigil/core/catalog';
import { isMethodNotFound } from '@sigil/client/internal';
import { readExtensionResult } from './read-results.js';
import type { Relay } from '../calls/relay.js';

export class UpstreamExtensions implements ExtensionServer {
  constructor(private readonly relay: Relay) {}

  async call({ method, params }: ExtensionMessage, context: Context): Promise<ExtensionResult | undefined> {
    try {
      return readExtensionResult(await this.relay.call({ method, params, mayRepeat: false }, context));
    } catch (error) {
      if (isMethodNotFound(error)) return undefined;
      throw error;
    }
  }

  notify(message: ExtensionMessage, sender: ExtensionNotifier): Promise<void> {
    return this.relay.notify(message, sender);
  }
}
