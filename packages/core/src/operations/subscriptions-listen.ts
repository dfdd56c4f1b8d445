/**
 * `subscriptions/listen`: reads the notifications that a modern peer wants. A subscription then sends them.
 *
 * Spec: 2026-07-28 basic/patterns/subscriptions
 */
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonValue } from '../model/json.js';
import { lengthOf } from '../model/text-length.js';
import { listChanges, type ListChange } from './list-changed.js';
import { SubscriptionRequest } from './subscription-request.js';
import type { OperationLimits } from '../calls/limits.js';
import { requireScopes } from '../calls/require-scopes.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { followTasks, readTaskIds } from '../tasks/follow-tasks.js';

/** @throws McpError `invalid-params` for an invalid filter, `insufficient-scope` for a resource that the caller may not read */
export async function subscriptionsListen(call: OperationCall): Promise<SubscriptionRequest> {
  const filter = call.params['notifications'];
  if (!isJsonObject(filter)) {
    throw new McpError('invalid-params', '"notifications" must be an object that says what to listen for');
  }
  const lists = shared(listChanges.filter((change) => filter[change.filter] === true));
  const named = readUris(filter['resourceSubscriptions'], call.server.limits);
  if (named) requireAllowed(named, call);
  // Consistent with the capabilities: the acknowledgement leaves out resources that never announce updates.
  const uris = call.catalog.announcesUpdates ? named : undefined;
  if (filter['taskIds'] === undefined) return new SubscriptionRequest({ lists, uris });
  const ids = await readTaskIds(filter['taskIds'], call);
  return new SubscriptionRequest({ lists, uris, tasks: { ids, follow: (report) => followTasks(ids, call, report) } });
}

/** @throws McpError `insufficient-scope` */
function requireAllowed(uris: ReadonlySet<string>, { principal, server }: OperationCall): void {
  // Updates come from the whole catalog, even the parts hidden from the caller.
  const all = server.source.current();
  // A refusal would say that a hidden resource exists, and which scopes it needs: it is acknowledged like an unknown one.
  if (all.showsOnlyAllowed === true) return;
  for (const uri of uris) requireScopes(principal, all.findResource(uri) ?? {});
}

const choices = new Map<string, readonly ListChange[]>();

/** Returns one shared array for each combination of lists, of which there are few. */
function shared(lists: readonly ListChange[]): readonly ListChange[] {
  const key = lists.map(({ kind }) => kind).join();
  const known = choices.get(key);
  if (known) return known;
  choices.set(key, lists);
  return lists;
}

function readUris(
  wanted: JsonValue | undefined,
  { maxSubscriptions, maxSubscribedLength }: OperationLimits,
): ReadonlySet<string> | undefined {
  if (wanted === undefined) return undefined;
  if (!Array.isArray(wanted) || !wanted.every((uri) => typeof uri === 'string')) {
    throw new McpError('invalid-params', '"resourceSubscriptions" must be an array of URIs');
  }
  const refuse = (limit: string): never => {
    throw new McpError('invalid-params', `"resourceSubscriptions" holds at most ${limit}`);
  };
  if (wanted.length > maxSubscriptions) refuse(`${maxSubscriptions} URIs (limit maxSubscriptions)`);
  if (lengthOf(wanted) > maxSubscribedLength) refuse(`${maxSubscribedLength} characters (limit maxSubscribedLength)`);
  return new Set(wanted);
}
