/**
 * Connects a client without a transport, for tests of plugins: the same calls for all five revisions, every message validated.
 */
import { openConversation, type Engine } from '@sigil/core/engine';
import type { TextChannel } from '@sigil/client/web';
import { connectClient, type ConnectOptions, type McpClient } from './mcp-client.js';

/**
 * Connects a client to an engine in this process: by a handshake, or with an envelope, as the revision requires.
 *
 * @throws PeerError when the server refuses, ProtocolViolation when it breaks the revision's published schema
 */
export async function connectInMemory(engine: Engine, options: ConnectOptions): Promise<McpClient> {
  return connectClient(options, (receive) => openMemoryChannel(engine, receive));
}

/** Opens a conversation with the engine; `receive` gets each of its texts. */
export function openMemoryChannel(engine: Engine, receive: (text: string) => void): TextChannel {
  const conversation = openConversation(engine, { send: async ({ json }) => receive(json) });
  return {
    // The conversation resolves whatever the text is; it never rejects.
    send: (text) => void conversation.receive(text),
    close: async () => conversation.close(),
  };
}
