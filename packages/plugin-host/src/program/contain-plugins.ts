/**
 * Makes this process one that code of plugins neither ends nor stops: the first thing that every program of ours does which runs
 * plugins.
 */
import { openLogWriter, type LogWriter } from './log-writer.js';
import { printThrough } from './print-through.js';
import { refuseExit, type Exit } from './refuse-exit.js';
import { surviveLateErrors } from './survive-late-errors.js';

/** A process that plugins cannot end. */
export interface ContainedProcess {
  /** The log of the program; texts that are printed on standard error go there too. */
  readonly log: LogWriter;
  /** Ends the process. `process.exit` is refused. */
  readonly exit: Exit;
}

/** Before any plugin's code is loaded, and before anybody keeps `process.stderr.write`. To be called once. */
export function containPlugins(): ContainedProcess {
  const log = openLogWriter(2);
  printThrough(process.stderr, log);
  surviveLateErrors((line) => log.write(line));
  return { log, exit: refuseExit() };
}
