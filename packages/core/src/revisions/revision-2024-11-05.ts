/**
 * MCP 2024-11-05: the first revision, with a handshake, over stdio or HTTP+SSE.
 *
 * Spec: schema/2024-11-05
 */
import type { Revision } from './revision.js';

export const revision20241105: Revision = {
  date: '2024-11-05',
  era: 'legacy',
  batches: 'refused',
  requests: new Set([
    'initialize',
    'ping',
    'tools/list',
    'tools/call',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'logging/setLevel',
    'resources/subscribe',
    'resources/unsubscribe',
  ]),
  errorCodes: {
    'parse-error': -32700,
    'invalid-request': -32600,
    'method-not-found': -32601,
    'invalid-params': -32602,
    'malformed-envelope': -32602,
    'resource-not-found': -32002,
    'internal-error': -32603,
    'rate-exceeded': -32603,
    'insufficient-scope': -32600,
    // No revision defines this code; the official SDKs send it, and clients recognise an ended session by it and by status 404.
    'unknown-session': -32001,
    // These three judge an envelope that only modern messages have; no legacy path raises them.
    'header-mismatch': -32600,
    'missing-client-capability': -32600,
    'unsupported-version': -32602,
  },
  errorWithoutId: 'null-id',
  badArguments: 'protocol-error',
  fields: {
    implementation: ['name', 'version'],
    tool: ['name', 'description', 'inputSchema'],
    resource: ['uri', 'name', 'description', 'mimeType', 'size', 'annotations'],
    resourceTemplate: ['uriTemplate', 'name', 'description', 'mimeType', 'annotations'],
    prompt: ['name', 'description', 'arguments'],
    promptArgument: ['name', 'description', 'required'],
    annotations: ['audience', 'priority'],
  },
  booleanSchemas: 'unknown',
  contentTypes: new Set(['text', 'image', 'resource']),
  structuredContent: 'none',
  results: 'bare',
  cacheHints: 'none',
  progressMessage: 'unknown',
  streamPriming: 'never',
  logThreshold: 'by-session',
  completionCapability: 'unknown',
  resourceSubscriptions: 'by-request',
  asking: { by: 'request', elicitation: 'none', urlHasId: false, sampling: 'plain' },
  tasks: { by: 'nobody', ttlMember: 'ttl', pollIntervalMember: 'pollInterval', toolErrors: 'failed' },
  mirroredNames: new Map(),
};
