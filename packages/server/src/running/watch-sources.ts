/**
 * Rebuilds plugins when anything changes that they were built from, in a separate process, so that compiling never delays a call.
 * Follows the plugins folder: folders come, lead elsewhere and go.
 *
 * The plugin host sees the new build output by itself.
 */
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { openBuilderProcess } from '../building/builder-process.js';
import { BuildErrors, type ErrorsByPlugin } from '../building/build-errors.js';
import type { Configuration } from '../configuration/configuration.js';
import { findPluginFolders, type PluginFolder } from '../configuration/find-plugin-folders.js';
import { findPluginPlaces } from '../configuration/find-plugin-places.js';
import type { ServerLog } from '../log/server-log.js';
import { followChanges } from './follow-changes.js';

/** The builder, and the log for its work. */
export interface WatchParts {
  /** Program and arguments. */
  readonly builder: readonly string[];
  readonly log: Pick<ServerLog, 'note' | 'problem' | 'failure'>;
  /** Called when the errors of any plugin may be others. */
  readonly onErrors?: (errors: ErrorsByPlugin) => void;
}

/** The running builder. The code that starts it closes it. */
export interface SourceWatcher {
  /** The standing errors of the latest builds. */
  readonly errors: ErrorsByPlugin;
  close(): void;
}

const subject = 'watch';

/** @throws ConfigurationError when the plugins folder cannot be read */
export async function watchSources(
  { pluginsFolder }: Pick<Configuration, 'pluginsFolder'>,
  { builder: command, log, onErrors = () => undefined }: WatchParts,
): Promise<SourceWatcher> {
  const errors = new BuildErrors();
  let known = await findSources(pluginsFolder);
  const builder = openBuilderProcess({
    command,
    folders: known.map(({ path }) => path),
    onReport(report) {
      const { isBuilt, isFresh, line, text, folder } = report;
      // Whoever removes a folder does not want to read what is missing in it.
      if (!existsSync(folder)) return;
      errors.take(report);
      onErrors(errors.all);
      if (isBuilt && !isFresh && line !== undefined) log.note(subject, line);
      if (text === undefined) return;
      if (isBuilt) log.note(subject, text);
      else log.problem(subject, text);
    },
    onFailure(folder, why) {
      if (!existsSync(folder)) return;
      errors.failed(folder, why);
      onErrors(errors.all);
      log.problem(subject, `"${folder}" was not built: ${why}`);
    },
    onEnded: (why) => log.problem(subject, why),
  });
  const following = await followSources(pluginsFolder, {
    hasNews: async () => keyOf(await findSources(pluginsFolder, known)) !== keyOf(known),
    async refresh() {
      known = await findSources(pluginsFolder, known);
      const folders = known.map(({ path }) => path);
      builder.watch(folders);
      errors.keepOnly(folders);
      onErrors(errors.all);
    },
    onProblem: (error) => log.failure(subject, error),
  });
  return {
    get errors() {
      return errors.all;
    },
    close() {
      following.close();
      builder.close();
    },
  };
}

/** A plugin's folder, and where it is. */
interface SourceFolder extends PluginFolder {
  /** Without symbolic links: a link may lead to another folder later. */
  readonly realPath: string;
}

async function findSources(folder: string, before: readonly SourceFolder[] = []): Promise<readonly SourceFolder[]> {
  const found = await findPluginFolders(folder, before);
  return Promise.all(
    found.map(async (plugin) => ({ ...plugin, realPath: await realpath(plugin.path).catch(() => plugin.path) })),
  );
}

function keyOf(folders: readonly SourceFolder[]): string {
  return folders.map(({ path, realPath }) => `${path}\n${realPath}`).join('\n');
}

function followSources(
  pluginsFolder: string,
  actions: Pick<Parameters<typeof followChanges>[0], 'hasNews' | 'refresh' | 'onProblem'>,
): ReturnType<typeof followChanges> {
  return followChanges({
    ...actions,
    findPlaces: () => findPluginPlaces({ pluginsFolder, packageFile: undefined }),
    hasRegistry: false,
    files: () => [],
  });
}
