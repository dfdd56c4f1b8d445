/**
 * `subscriptions/listen`: tells a modern peer of changes for as long as it listens.
 *
 * The acknowledgement comes first and names what is honoured; every message carries the subscription's id.
 * Spec: 2026-07-28 basic/patterns/subscriptions
 */
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { ServerClosing } from './call-context.js';
import { listChanges, type ListChange } from './list-changed.js';
import type { OperationCall, ResultWithMeta } from './operation.js';

export async function subscriptionsListen(call: OperationCall): Promise<ResultWithMeta> {
  const filter = call.params['notifications'];
  if (!isJsonObject(filter)) {
    throw new McpError('invalid-params', '"notifications" must be an object that says what to listen for');
  }
  const wanted = listChanges.filter((change) => filter[change.filter] === true);
  const _meta: JsonObject = { [metaKeys.subscriptionId]: call.requestId };

  // Subscribed before the acknowledgement, so that no change in between is missed; sent only after it.
  const pending = call.context.notify('notifications/subscriptions/acknowledged', {
    _meta,
    notifications: honoured(wanted),
  });
  const stop = call.server.source.onChange((changed) => {
    for (const change of wanted) {
      if (changed.has(change.kind)) void pending.then(() => call.context.notify(change.method, { _meta }));
    }
  });
  try {
    return await call.context.untilAborted();
  } catch (reason) {
    if (reason instanceof ServerClosing) return { members: '', meta: _meta };
    throw reason;
  } finally {
    stop();
  }
}

function honoured(wanted: readonly ListChange[]): JsonObject {
  return Object.fromEntries(wanted.map((change) => [change.filter, true]));
}
