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
  /** `undefined` where the filter names no resources; empty where none of the named ones qualifies. */
  readonly uris: ReadonlySet<string> | undefined;
  readonly tasks?: WantedTasks | undefined;
}

/** The named tasks that belong to the sender. */
interface WantedTasks {
  readonly ids: readonly string[];
  /** Passes each of the tasks to `report` whenever it has changed. @returns a function that stops this */
  readonly follow: (report: (task: JsonObject) => void) => () => void;
}

/** The outcome of a request to listen; the request is answered when the subscription ends, perhaps days later. */
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
