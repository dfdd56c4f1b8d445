/**
 * Connects the official client to a served plugin and records the change notifications it receives.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** A connected client. */
export interface ConnectedClient {
  readonly client: Client;
  /** Resolves with the names of the tools at the next change notification. */
  nextToolNames(): Promise<string[]>;
}

export async function connectClient(url: string): Promise<ConnectedClient> {
  let onTools: (names: string[]) => void = () => undefined;
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      versionNegotiation: { mode: 'auto' },
      listChanged: { tools: { onChanged: (_error, tools) => onTools((tools ?? []).map(({ name }) => name)) } },
    },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return { client, nextToolNames: () => new Promise((resolve) => (onTools = resolve)) };
}
