/**
 * Starts the plugin process as a process of its own.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pluginProcessProgram } from './plugin-process-program.js';
import { readPrintedLines } from '../program/read-printed-lines.js';
import type { ProcessEnd, SpawnPluginProcess } from './spawn-plugin-process.js';

export const spawnProcess: SpawnPluginProcess = ({ name, maxHeapMb, environment, onBatch, onPrinted, onEnded }) => {
  const child = fork(fileURLToPath(pluginProcessProgram), [String(process.pid), name], {
    env: environment,
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => {
    let isOver = false;
    const end = (how: ProcessEnd): void => {
      if (isOver) return;
      isOver = true;
      onEnded(how);
      resolve();
    };
    child.on('exit', (code, signal) => end(describeExit(code, signal, maxHeapMb)));
    // A process that could not be started has no exit event; any other error concerns a message to a process that has ended.
    child.on('error', (cause) => {
      if (child.pid === undefined) end({ how: 'could not be started', cause });
    });
  });
  child.on('message', onBatch);
  if (child.stdout) readPrintedLines(child.stdout, (line) => onPrinted('stdout', line));
  if (child.stderr) readPrintedLines(child.stderr, (line) => onPrinted('stderr', line));
  return {
    post(batch) {
      // A message to a process that has ended fails when its end is reported.
      if (child.connected) child.send([...batch], () => undefined);
    },
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

function describeExit(code: number | null, signal: NodeJS.Signals | null, maxHeapMb: number): ProcessEnd {
  if (signal === 'SIGABRT')
    return { how: `aborted, perhaps for want of heap: it has ${maxHeapMb} MiB (limit maxHeapMb)` };
  if (signal !== null) return { how: `was ended by ${signal}` };
  return { how: `ended with code ${code}` };
}
