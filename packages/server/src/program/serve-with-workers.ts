/**
 * Runs the program as the primary of several workers: handles signals, and runs the builder in one process only.
 */
import type { ErrorsByPlugin } from '../building/build-errors.js';
import type { Configuration } from '../configuration/configuration.js';
import type { ServerLog } from '../log/server-log.js';
import { watchSources } from '../running/watch-sources.js';
import { runWorkers } from '../workers/run-workers.js';

interface PrimaryParts {
  readonly configuration: Pick<Configuration, 'workers' | 'workerLimits' | 'pluginsFolder'>;
  /** The environment of this process before its secrets were removed. */
  readonly environment: NodeJS.ProcessEnv;
  /** Builds plugins when their sources change; absent unless requested. */
  readonly builder: readonly string[] | undefined;
  readonly log: ServerLog;
}

/** @returns the program's exit code, once no worker is left */
export async function serveWithWorkers({ configuration, environment, builder, log }: PrimaryParts): Promise<number> {
  const { workers, workerLimits: limits } = configuration;
  const running = runWorkers({ workers, limits, environment, log });
  const onErrors = (errors: ErrorsByPlugin): void => running.showErrors(errors);
  const watcher = builder && (await watchSources(configuration, { builder, log, onErrors }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => running.stop());
  process.on('SIGHUP', () => (process.stdin.isTTY ? running.stop() : running.reload()));
  process.on('SIGUSR2', () => void running.restart());
  const code = await running.ended;
  watcher?.close();
  return code;
}
