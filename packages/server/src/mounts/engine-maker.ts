/**
 * Makes the engine of each server with the configuration that all servers share.
 */
import type { CallObserver, Engine, ErrorDisclosure } from '@sigil/core/engine';
import { everythingMount, type Configuration } from '../configuration/configuration.js';
import type { ExtendedEngine } from '../extending/open-extending.js';
import type { ServerLog } from '../log/server-log.js';
import { openDiscovery, problemsOfDiscovery } from '../discovery/open-discovery.js';
import type { SearchRecordFile } from '../discovery/search-record.js';
import { packageVersion } from '../package-version.js';
import type { KeptResults } from '../resources/keep-large-results.js';
import { addResultResources } from '../resources/result-resources.js';
import { withRenamedViews } from '../views/renamed-views.js';
import type { OpenStore } from '../store/open-shared-store.js';
import { followBuildInfo, manifestOf } from './build-info.js';
import { makeEngine } from './make-engine.js';
import type { MakeEngine } from './server-table.js';

interface MakerParts {
  readonly kept: KeptResults;
  readonly errorsOf: (server: string) => ErrorDisclosure;
  readonly observer: CallObserver | undefined;
  /** The operator's code around every engine. */
  readonly extended?: ExtendedEngine | undefined;
  /** Records searches; absent where none are recorded. */
  readonly searches: SearchRecordFile | undefined;
  /** Absent where this process serves alone. */
  readonly store: OpenStore | undefined;
}

/** @returns a function that makes an engine with the configured limits, keys and log */
export function buildEngineMaker(
  configuration: Configuration,
  log: ServerLog,
  { kept, errorsOf, observer, extended, searches, store }: MakerParts,
): MakeEngine {
  return ({ name, description, plugins, discovery: settings }, source): Engine => {
    const [plugin] = plugins.values();
    const version = (plugin && manifestOf(plugin)?.plugin.version) ?? packageVersion;
    const offered = withRenamedViews(name === everythingMount ? addResultResources(source, name, kept) : source);
    const keepLargeResult = kept.of(name).keep;
    const discovery = settings && openDiscovery(settings, searches?.of(name));
    for (const why of problemsOfDiscovery(settings, source)) log.problem(name, why);
    const errors = (): ErrorDisclosure => errorsOf(name);
    const parts = { configuration, log, errors, keepLargeResult, observer, store, discovery, ...extended };
    const info = { name, version, description };
    return makeEngine({ ...info, shownInfo: plugin && followBuildInfo(info, plugin) }, offered, parts);
  };
}
