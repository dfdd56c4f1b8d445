/**
 * Server-sent events as text. Knows nothing of connections.
 *
 * Spec: 2025-11-25 basic/transports#sending-messages-to-the-server, 2024-11-05 basic/transports#http-with-sse
 */

/** @param json one line @param id lets the reader come back for what follows */
export function messageEvent(json: string, id?: string): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `event: message\n${idLine}data: ${json}\n\n`;
}

/** Carries nothing but its id and how long to wait before coming back, should the connection end before a message. */
export function primingEvent(id: string, retryMs: number): string {
  return `id: ${id}\nretry: ${retryMs}\ndata: \n\n`;
}

/** Says how long to wait before coming back. */
export function retryEvent(retryMs: number): string {
  return `retry: ${retryMs}\n\n`;
}

/** Says where to post messages. */
export function endpointEvent(uri: string): string {
  return `event: endpoint\ndata: ${uri}\n\n`;
}

/** Read by nobody but people and proxies. */
export function comment(text: string): string {
  return `: ${text}\n\n`;
}
