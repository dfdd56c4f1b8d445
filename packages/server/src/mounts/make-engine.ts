/**
 * Makes the engine of a mount. No other code creates an engine that a transport calls.
 */
import { isJsonObject } from '@sigil/core';
import type { CatalogSource } from '@sigil/core/catalog';
import { createEngine, type Engine, type EngineOptions } from '@sigil/core/engine';
import type { ExtendedEngine } from '../extending/open-extending.js';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import type { ServingLog } from '../log/server-log.js';
import type { OpenStore } from '../store/open-shared-store.js';

/** The server's identity for its clients. */
export interface EngineIdentity {
  readonly name: string;
  readonly version: string;
  /** Left out if empty. */
  readonly description: string;
  /** The facts that clients get instead, from a server that represents another one. */
  readonly shownInfo?: EngineOptions['shownInfo'];
}

/** The dependencies of an engine besides its source. */
export interface EngineParts
  extends Pick<EngineOptions, 'discovery' | 'errors' | 'keepLargeResult' | 'observer'>, ExtendedEngine {
  readonly configuration: Pick<ServingConfiguration, 'limits' | 'requestStateKeys' | 'skillsInSessions' | 'listHint'>;
  readonly log: Pick<ServingLog, 'faultsOf'>;
  /** Absent where this process serves alone. */
  readonly store?: OpenStore | undefined;
}

/** @throws RangeError for an invalid limit */
export function makeEngine(
  { name, version, description, shownInfo }: EngineIdentity,
  source: CatalogSource,
  { configuration: { limits, requestStateKeys, skillsInSessions, listHint }, log, store, ...more }: EngineParts,
): Engine {
  return createEngine({
    info: { name, version, ...(description ? { description } : {}) },
    shownInfo,
    source: store ? store.updates.share(source, name) : source,
    ...(store ? sharedParts(store, name) : {}),
    limits,
    listHint,
    skillsInSessions,
    onFault: log.faultsOf(name),
    ...more,
    ...(requestStateKeys ? { requestStateKeys } : {}),
  });
}

function sharedParts(
  store: OpenStore,
  name: string,
): Required<Pick<EngineOptions, 'taskStore' | 'taskWorkers' | 'callRates'>> {
  const { shared } = store;
  const taskWorkers: EngineOptions['taskWorkers'] = {
    own: shared.process,
    isThere: (worker) => shared.isThere(worker),
    async offer(taskId) {
      try {
        await store.notices.publish(offers, { server: name, taskId });
      } catch (error) {
        // The task is begun again once its client looks at it.
        shared.report('offering a task to other processes', error);
      }
    },
    onOffer: (listener) =>
      store.notices.follow(offers, (notice) => {
        if (isJsonObject(notice) && notice['server'] === name) listener(String(notice['taskId']));
      }),
    onGap: (listener) => shared.onGap(listener),
  };
  return { taskStore: store.tasksOf(name), taskWorkers, callRates: store.rates };
}

/** The topic of tasks that a stopping process hands over. */
const offers = 'tasks:offered';
