/**
 * What a server declares that it can do. A catalog may gain its first prompt while a client is connected, so all three
 * kinds are always declared, and always listed.
 *
 * Spec: 2025-11-25 basic/lifecycle#capability-negotiation, 2026-07-28 server/discover
 */
import type { JsonObject } from '../model/json.js';
import type { Revision } from '../revisions/revision.js';

export function serverCapabilities(revision: Revision): JsonObject {
  return {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
    logging: {},
    ...(revision.completionCapability === 'declared' ? { completions: {} } : {}),
  };
}
