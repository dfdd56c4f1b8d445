/**
 * The reserved `_meta` keys that this package reads or writes.
 *
 * Spec: 2026-07-28 basic/index#_meta
 */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  relatedTask: 'io.modelcontextprotocol/related-task',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;
