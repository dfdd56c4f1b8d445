/**
 * Runs a command of `sigil` that reports as JSON, in a process of its own: nothing of a build runs in the process that serves.
 */
import { execFile } from 'node:child_process';
import { ToolError } from '@sigil/core';
import { withFileNames } from '@sigil/core/catalog';
import { sigilProgram } from '../sigil-program.js';

const maxOutputBytes = 64 * 1024 * 1024;

/**
 * @param args of a command that writes one JSON document to standard output, whatever its exit code
 * @param signal ends the process
 * @throws ToolError with the command's own message if it wrote no document
 */
export function runReport(args: readonly string[], cwd: string, signal: AbortSignal): Promise<unknown> {
  const command = [sigilProgram, ...args];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { cwd, signal, maxBuffer: maxOutputBytes }, (failure, stdout, stderr) => {
      if (signal.aborted) return reject(signal.reason);
      try {
        resolve(JSON.parse(stdout));
      } catch (cause) {
        // Node blames its own program if the folder is missing.
        const gone = failure?.code === 'ENOENT' ? 'the folder of the plugin is gone' : undefined;
        const said = gone ?? (stderr.trim().replace(/^error: /, '') || failure?.message || 'it printed nothing');
        reject(new ToolError(withFileNames(said), { cause }));
      }
    });
  });
}
