/**
 * The capabilities that a server declares. A catalog may gain its first prompt while a client is connected, so all three
 * kinds are always declared, and always listed. Subscriptions are offered where an update can come.
 *
 * Spec: 2025-11-25 basic/lifecycle#capability-negotiation, 2026-07-28 server/discover
 */
import type { JsonObject } from '../model/json.js';
import { tasksExtension } from '../revisions/extensions.js';
import type { Revision } from '../revisions/revision.js';
import type { OperationServer } from '../tasks/operation-call.js';

export function serverCapabilities(revision: Revision, server: Pick<OperationServer, 'tasks' | 'source'>): JsonObject {
  return {
    tools: { listChanged: true },
    resources: { ...(server.source.current().announcesUpdates ? { subscribe: true } : {}), listChanged: true },
    prompts: { listChanged: true },
    logging: {},
    ...(revision.completionCapability === 'declared' ? { completions: {} } : {}),
    ...(server.tasks ? taskCapabilities(revision) : {}),
  };
}

function taskCapabilities({ tasks }: Revision): JsonObject {
  if (tasks.by === 'client') return { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };
  return tasks.by === 'server' ? tasksExtension : {};
}
