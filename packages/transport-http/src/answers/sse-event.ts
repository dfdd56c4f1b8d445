/**
 * Server-sent events as text. Knows nothing of connections.
 *
 * Spec: 2025-11-25 basic/transports#sending-messages-to-the-server, 2024-11-05 basic/transports#http-with-sse
 */

/** @param json one line @param id lets the reader resume after this event */
export function messageEvent(json: string, id?: string): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `event: message\n${idLine}data: ${json}\n\n`;
}

/** Writes an event that carries only its id and the delay before reconnecting, for a connection that ends before a message. */
export function primingEvent(id: string, retryMs: number): string {
  return `id: ${id}\nretry: ${retryMs}\ndata: \n\n`;
}

/** Writes the delay before reconnecting. */
export function retryEvent(retryMs: number): string {
  return `retry: ${retryMs}\n\n`;
}

/** Writes the URI to post messages to. */
export function endpointEvent(uri: string): string {
  return `event: endpoint\ndata: ${uri}\n\n`;
}

/** Writes a comment, which only people and proxies read. */
export function comment(text: string): string {
  return `: ${text}\n\n`;
}
