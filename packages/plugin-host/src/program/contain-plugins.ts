/**
 * Protects this process from being ended or stopped by the code of plugins. Every program that runs plugins calls this first.
 */
import { blankProcessSecrets } from './process-secrets.js';
import { hideExperimentalWarnings } from './hide-experimental-warnings.js';
import { openLogWriter, type LogWriter } from './log-writer.js';
import { printThrough } from './print-through.js';
import { refuseExit, type Exit } from './refuse-exit.js';
import { surviveLateErrors } from './survive-late-errors.js';

/** A process that plugins cannot end. */
export interface ContainedProcess {
  /** The log of the program, for whole lines; output to standard error goes there too. */
  readonly log: LogWriter;
  /** Ends the process. `process.exit` is refused. */
  readonly exit: Exit;
}

/** Must be called once, before any plugin's code is loaded and before any code stores `process.stderr.write`. */
export function containPlugins(): ContainedProcess {
  hideExperimentalWarnings();
  const log = openLogWriter(2);
  printThrough(process.stderr, log);
  surviveLateErrors((line) => log.write(blankProcessSecrets(line)));
  return { log, exit: refuseExit() };
}
