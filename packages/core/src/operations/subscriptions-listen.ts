/**
 * `subscriptions/listen`: tells a modern peer of changes for as long as it listens.
 *
 * The acknowledgement comes first and names what is honoured; every message carries the subscription's id.
 * Spec: 2026-07-28 basic/patterns/subscriptions
 */
import { lookAt } from '../catalog/look-at.js';
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { ServerClosing } from './abort-reasons.js';
import { listChanges, type ListChange } from './list-changed.js';
import type { OperationCall, ResultWithMeta } from './operation.js';
import { followTasks, readTaskIds } from './tasks/follow-tasks.js';

export async function subscriptionsListen(call: OperationCall): Promise<ResultWithMeta> {
  const filter = call.params['notifications'];
  if (!isJsonObject(filter)) {
    throw new McpError('invalid-params', '"notifications" must be an object that says what to listen for');
  }
  const wanted = listChanges.filter((change) => filter[change.filter] === true);
  const uris = readUris(filter['resourceSubscriptions'], call.server.limits.maxSubscriptions);
  const _meta: JsonObject = { [metaKeys.subscriptionId]: call.requestId };

  // Without any, the acknowledgement goes out at once.
  const taskIds = filter['taskIds'] === undefined ? undefined : await readTaskIds(filter['taskIds'], call);

  // Subscribed before the acknowledgement, so that no change in between is missed; sent only after it.
  const acknowledgement = { _meta, notifications: honoured(wanted, uris, taskIds) };
  const acknowledged = call.context.notify('notifications/subscriptions/acknowledged', acknowledgement);
  const tell = (method: string, params: JsonObject): void => {
    void acknowledged.then(() => call.context.notify(method, params));
  };
  const stopLists = call.server.source.onChange((changed) => {
    for (const change of wanted) if (changed.has(change.kind)) tell(change.method, { _meta });
  });
  const stopResources = call.server.source.onResourceUpdated((uri) => {
    if (uris?.has(uri)) tell('notifications/resources/updated', { _meta, uri });
  });
  awaitAnnouncements(call, uris);
  const stopTasks = followTasks(taskIds, call, (task) => tell('notifications/tasks', { ...task, _meta }));
  try {
    return await call.context.untilAborted();
  } catch (reason) {
    if (reason instanceof ServerClosing) return { members: '', meta: _meta };
    throw reason;
  } finally {
    stopLists();
    stopResources();
    stopTasks();
  }
}

/** Looks at the catalog as it is now and holds none of it: what a later one offers tells of itself. */
function awaitAnnouncements({ server }: OperationCall, uris: ReadonlySet<string> = new Set()): void {
  if (uris.size === 0) return;
  const catalog = lookAt(server.source);
  for (const uri of uris) catalog.findResource(uri)?.component?.awaited?.();
}

function readUris(wanted: JsonValue | undefined, most: number): ReadonlySet<string> | undefined {
  if (wanted === undefined) return undefined;
  if (!Array.isArray(wanted) || !wanted.every((uri) => typeof uri === 'string')) {
    throw new McpError('invalid-params', '"resourceSubscriptions" must be an array of URIs');
  }
  if (wanted.length <= most) return new Set(wanted);
  throw new McpError('invalid-params', `"resourceSubscriptions" holds at most ${most} URIs (limit maxSubscriptions)`);
}

function honoured(
  wanted: readonly ListChange[],
  uris: ReadonlySet<string> | undefined,
  taskIds: readonly string[] | undefined,
): JsonObject {
  const lists = Object.fromEntries(wanted.map((change) => [change.filter, true]));
  return {
    ...lists,
    ...(uris ? { resourceSubscriptions: [...uris] } : {}),
    ...(taskIds ? { taskIds } : {}),
  };
}
