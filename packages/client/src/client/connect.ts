/**
 * Connects a client to a server, in the newest revision that both know.
 */
import type { Client, ConnectOptions } from './client.js';
import { defaultConnectTimeoutMs, openClient } from './open-client.js';
import { openConnector, type Target } from './target.js';

/**
 * Connects to a server. The caller closes the client.
 *
 * @param target a URL, a program, or a channel
 * @throws ConnectionError when there is no connection, or the server does not speak the demanded revision
 * @throws ServerError when the server refuses the handshake
 * @throws TypeError for a URL of another scheme, a header that HTTP does not allow, or a revision that there is not
 */
export async function connect(target: Target, options: ConnectOptions): Promise<Client> {
  return openClient(openConnector(target, options.connectTimeoutMs ?? defaultConnectTimeoutMs), options);
}
