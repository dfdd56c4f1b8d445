/**
 * Connects a client to an engine in the same process, message by message, as over a pipe.
 */
import type { ChannelTarget } from '@sigil/client';
import { openConversation, type Engine } from '@sigil/core/engine';

export function engineChannel(engine: Engine): ChannelTarget {
  return {
    open({ receive }) {
      const conversation = openConversation(engine, { send: async ({ json }) => receive(json) });
      return {
        // Not awaited: a long call must not delay later messages, such as its own cancellation.
        send: (text) => void conversation.receive(text),
        close: async () => conversation.close(),
      };
    },
  };
}
