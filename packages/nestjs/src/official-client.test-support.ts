/**
 * The official client, of any revision.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { namesModernEra } from '@sigil/core/internal';
import { onTestFinished } from 'vitest';

export interface ClientOptions {
  /** The date of its revision. Default: that which the client prefers. */
  readonly date?: string;
  readonly headers?: Record<string, string>;
  /** The answer to every question; without one the client cannot be asked. */
  readonly answer?: Record<string, string>;
}

/** Connects a client, which is closed after the test. */
export async function connectClient(url: URL, { date, headers = {}, answer }: ClientOptions = {}): Promise<Client> {
  const era =
    date === undefined
      ? {}
      : namesModernEra(date)
        ? { versionNegotiation: { mode: { pin: date } } }
        : { supportedProtocolVersions: [date] };
  const capabilities = answer ? { elicitation: { form: {} } } : {};
  const client = new Client({ name: 'test', version: '1.0.0' }, { ...era, capabilities });
  if (answer) client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: answer }));
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

/** Calls a tool. @returns its first text, and whether it is an error */
export async function callTool(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const [first] = content as { readonly text: string }[];
  return { text: first?.text ?? '', isError };
}
