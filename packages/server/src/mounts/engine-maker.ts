/**
 * Makes the engine of each server as the configuration of all of them says.
 */
import type { Manifest } from '@sigil/core/building';
import type { CallObserver, Engine, ErrorDisclosure } from '@sigil/core/engine';
import type { HostedPlugin } from '@sigil/plugin-host';
import { everythingMount, type Configuration } from '../configuration/configuration.js';
import type { ServerLog } from '../log/server-log.js';
import { ownVersion } from '../own-version.js';
import type { KeptResults } from '../resources/keep-large-results.js';
import { withKeptResults } from '../resources/with-kept-results.js';
import type { OpenStore } from '../store/open-shared-store.js';
import { makeEngine } from './make-engine.js';
import type { MakeEngine } from './server-table.js';

/** The manifest of the build that serves, if one does. */
export function manifestOf({ status }: HostedPlugin): Manifest | undefined {
  return status.state === 'serving' ? status.manifest : status.serving;
}

/** The parts that all engines have in common. */
export interface MakerParts {
  readonly kept: KeptResults;
  readonly errorsOf: (server: string) => ErrorDisclosure;
  readonly observer: CallObserver | undefined;
  /** Absent where this process serves alone. */
  readonly store: OpenStore | undefined;
}

/** @returns makes an engine whose limits, keys and log are those of the configuration */
export function engineMaker(
  configuration: Configuration,
  log: ServerLog,
  { kept, errorsOf, observer, store }: MakerParts,
): MakeEngine {
  return ({ name, description, plugins }, source): Engine => {
    const [plugin] = plugins.values();
    const version = (plugin && manifestOf(plugin)?.plugin.version) ?? ownVersion;
    const offered = name === everythingMount ? withKeptResults(source, name, kept) : source;
    const keepLargeResult = kept.of(name).keep;
    const parts = { configuration, log, errors: () => errorsOf(name), keepLargeResult, observer, store };
    return makeEngine({ name, version, description }, offered, parts);
  };
}
