/**
 * The notifications that a modern peer asks for, once its filter is read.
 *
 * Spec: 2026-07-28 basic/patterns/subscriptions
 */
import type { JsonObject } from '../model/json.js';
import type { ListChange } from './list-changed.js';

/** The lists, resources and tasks that the members of a filter name. */
interface Wanted {
  readonly lists: readonly ListChange[];
  /** `undefined` where no resources were named; empty where none is among those that were. */
  readonly uris: ReadonlySet<string> | undefined;
  readonly tasks?: WantedTasks | undefined;
}

/** The tasks among those that were named which are the sender's. */
interface WantedTasks {
  readonly ids: readonly string[];
  /** Gives each of them to `tell` whenever it has changed. @returns stops that */
  readonly follow: (tell: (task: JsonObject) => void) => () => void;
}

/** The outcome of a request to listen; the request is answered when the subscription is over, perhaps in days. */
export class SubscriptionRequest {
  constructor(readonly wanted: Wanted) {}

  /** The members of the filter that are honoured, as the acknowledgement names them. */
  get honoured(): JsonObject {
    const { lists, uris, tasks } = this.wanted;
    return {
      ...Object.fromEntries(lists.map((change) => [change.filter, true])),
      ...(uris ? { resourceSubscriptions: [...uris] } : {}),
      ...(tasks ? { taskIds: tasks.ids } : {}),
    };
  }
}
