/**
 * Rebuilds plugins when anything changes that they were built from, in a separate process, so that compiling never delays a call.
 *
 * The plugin host sees the new build output by itself.
 */
import { openBuilderProcess } from '../building/builder-process.js';
import type { PluginFolder } from '../configuration/find-plugin-folders.js';
import type { ServerLog } from '../log/server-log.js';

/** The builder, and the log for its work. */
export interface WatchParts {
  /** Program and arguments. */
  readonly builder: readonly string[];
  readonly log: Pick<ServerLog, 'note' | 'problem'>;
}

/** The running builder. The code that starts it closes it. */
export interface SourceWatcher {
  /** Replaces the plugins that are kept built. */
  watch(folders: readonly PluginFolder[]): void;
  close(): void;
}

const subject = 'watch';

export function watchSources(folders: readonly PluginFolder[], { builder: command, log }: WatchParts): SourceWatcher {
  const builder = openBuilderProcess({
    command,
    folders: folders.map(({ path }) => path),
    onReport({ isBuilt, isFresh, line, text }) {
      if (isBuilt && !isFresh && line !== undefined) log.note(subject, line);
      if (text === undefined) return;
      if (isBuilt) log.note(subject, text);
      else log.problem(subject, text);
    },
    onFailure: (folder, why) => log.problem(subject, `"${folder}" was not built: ${why}`),
    onEnded: (why) => log.problem(subject, why),
  });
  return {
    watch: (now) => builder.watch(now.map(({ path }) => path)),
    close: () => builder.close(),
  };
}
