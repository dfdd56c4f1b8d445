/**
 * Sends messages one after another, each when the transport can take it.
 */
import type { Outgoing, Outlet } from '../calls/outlet.js';

export async function sendEach(outlet: Outlet, messages: readonly Outgoing[]): Promise<void> {
  for (const message of messages) await outlet.send(message);
}
