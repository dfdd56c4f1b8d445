/**
 * Starts the plugin process as a worker thread of this process.
 */
import { Worker } from 'node:worker_threads';
import { pluginProcessProgram } from './plugin-process-program.js';
import { readPrintedLines } from '../program/read-printed-lines.js';
import type { ProcessEnd, SpawnPluginProcess } from './spawn-plugin-process.js';

export const spawnWorker: SpawnPluginProcess = ({ name, maxHeapMb, environment, onBatch, onPrinted, onEnded }) => {
  const worker = new Worker(pluginProcessProgram, {
    name,
    env: environment,
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  let failure: ProcessEnd | undefined;
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      onEnded(failure ?? { how: `ended with code ${code}` });
      resolve();
    });
  });
  worker.on('message', onBatch);
  worker.on('error', (error: unknown) => {
    failure = describeFailure(error, maxHeapMb);
  });
  readPrintedLines(worker.stdout, (line) => onPrinted('stdout', line));
  readPrintedLines(worker.stderr, (line) => onPrinted('stderr', line));
  return {
    post: (batch) => worker.postMessage(batch),
    async end() {
      void worker.terminate();
      await ended;
    },
  };
};

function describeFailure(error: unknown, maxHeapMb: number): ProcessEnd {
  const isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isOutOfMemory) return { how: `needed more than ${maxHeapMb} MiB of heap (limit maxHeapMb)`, cause: error };
  return { how: 'threw an error that nothing caught', cause: error };
}
