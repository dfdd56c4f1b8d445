/**
 * The command line of the builder's process.
 */
import { builderProgramFile } from './builder-program-file.js';

/** Returns program and arguments. */
export function builderCommand(): readonly string[] {
  return [process.execPath, builderProgramFile];
}
