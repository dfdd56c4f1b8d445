/**
 * The client for browsers and other platforms without Node's modules: the same interface, without programs as servers and without proxies.
 */
import type { Client, ConnectOptions } from './client/client.js';
import { defaultConnectTimeoutMs, openClient } from './client/open-client.js';
import { openWebConnector, type WebTarget } from './client/web-target.js';

export type {
  CallOptions,
  Client,
  Completion,
  CompletionRef,
  ConnectOptions,
  Progress,
  RequestOptions,
  ToolResult,
} from './client/client.js';
export type { ElicitReply, QuestionHandlers } from './client/questions.js';
export type { WebTarget } from './client/web-target.js';
export type { ChannelTarget, UrlTarget } from './client/url-target.js';
export { ConnectionError } from './errors/connection-error.js';
export { ServerError } from './errors/server-error.js';
export type { ChannelReader, TextChannel } from './transports/channel-connection.js';

/**
 * Connects to a server with `fetch` or a `WebSocket`. The caller closes the client.
 *
 * @throws ConnectionError, ServerError, TypeError as `connect` of `@sigil/client` does
 */
export async function connect(target: WebTarget, options: ConnectOptions): Promise<Client> {
  return openClient(openWebConnector(target, options.connectTimeoutMs ?? defaultConnectTimeoutMs), options);
}
