/**
 * MCP 2026-07-28: no handshake and no sessions; every request carries its revision and capabilities.
 *
 * Spec: 2026-07-28 changelog
 */
import type { Revision } from './revision.js';
import { revision20251125 as previous } from './revision-2025-11-25.js';

export const revision20260728: Revision = {
  ...previous,
  date: '2026-07-28',
  era: 'modern',
  requests: new Set([
    'server/discover',
    'tools/list',
    'tools/call',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'subscriptions/listen',
    'tasks/get',
    'tasks/update',
    'tasks/cancel',
  ]),
  errorCodes: {
    ...previous.errorCodes,
    'resource-not-found': -32602,
    // This revision has no sessions, and new servers should not use codes such as -32001.
    'unknown-session': -32600,
    'header-mismatch': -32020,
    'missing-client-capability': -32021,
    'unsupported-version': -32022,
  },
  booleanSchemas: 'known',
  structuredContent: 'any-json',
  results: 'typed',
  streamPriming: 'never',
  logThreshold: 'by-request',
  resourceSubscriptions: 'by-listening',
  asking: { ...previous.asking, by: 'round-trip', urlHasId: false },
  tasks: { by: 'server', ttlMember: 'ttlMs', pollIntervalMember: 'pollIntervalMs', toolErrors: 'completed' },
  cacheHints: 'required',
  mirroredNames: new Map([
    ['tools/call', 'name'],
    ['prompts/get', 'name'],
    ['resources/read', 'uri'],
    ['tasks/get', 'taskId'],
    ['tasks/update', 'taskId'],
    ['tasks/cancel', 'taskId'],
  ]),
};
