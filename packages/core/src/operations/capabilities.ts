/**
 * The capabilities that a server declares. It always declares and lists all three kinds, since a catalog may gain its first
 * prompt while a client is connected. It offers subscriptions where updates can occur, and announces changes where the client
 * keeps something open.
 *
 * Spec: 2025-11-25 basic/lifecycle#capability-negotiation, 2026-07-28 server/discover
 */
import { isJsonObject, type JsonObject } from '../model/json.js';
import { notModifiedExtension, tasksExtension } from '../revisions/extensions.js';
import type { Revision } from '../revisions/revision.js';
import type { OperationServer } from '../tasks/operation-call.js';

/** @param isReachable false for a client that keeps nothing open and cannot be identified */
export function serverCapabilities(
  revision: Revision,
  server: Pick<OperationServer, 'tasks' | 'source' | 'extensions'>,
  isReachable = true,
): JsonObject {
  const catalog = server.source.current();
  const changes = isReachable ? { listChanged: true } : {};
  const updates = isReachable && catalog.announcesUpdates ? { subscribe: true } : {};
  return {
    tools: changes,
    resources: { ...updates, ...changes },
    prompts: changes,
    logging: {},
    ...(revision.completionCapability === 'declared' ? { completions: {} } : {}),
    ...withExtensions(
      server.tasks ? taskCapabilities(revision, isReachable) : {},
      ownExtensions(revision, server.extensions?.capabilities(revision, catalog)),
    ),
  };
}

/** In a session, the client's own declaration is enough, and older clients know no extensions. */
function ownExtensions({ era }: Revision, others: JsonObject | undefined): JsonObject | undefined {
  return era === 'modern' ? { [notModifiedExtension]: {}, ...others } : others;
}

/** Adds the extensions of the server to those of the package. */
function withExtensions(capabilities: JsonObject, extensions: JsonObject | undefined): JsonObject {
  if (!extensions) return capabilities;
  const own = capabilities['extensions'];
  return { ...capabilities, extensions: { ...(isJsonObject(own) ? own : {}), ...extensions } };
}

function taskCapabilities({ tasks }: Revision, canList: boolean): JsonObject {
  const list = canList ? { list: {} } : {};
  if (tasks.by === 'client') return { tasks: { ...list, cancel: {}, requests: { tools: { call: {} } } } };
  return tasks.by === 'server' ? tasksExtension : {};
}
