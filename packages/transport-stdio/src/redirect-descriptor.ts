/**
 * Redirects writes to the descriptor of standard output, which pass by `process.stdout`: loggers write so for speed, in this thread or
 * in one of their own. They reach standard error instead.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import workerThreads, { Worker, type WorkerOptions } from 'node:worker_threads';

const stdoutDescriptor = 1;
const stderrDescriptor = 2;
/** The functions that take a descriptor first and write to it. Streams of files use them too. */
const writers = [
  ...['write', 'writeSync', 'writev', 'writevSync'],
  ...['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync'],
];

type AnyFunction = (descriptor: unknown, ...rest: unknown[]) => unknown;

/** The same for a thread, which has functions of its own. A module in a URL, since a bundled server has no file for it. */
const preload = `data:text/javascript,${encodeURIComponent(
  `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
for (const name of ${JSON.stringify(writers)}) {
  const write = fs[name];
  fs[name] = (descriptor, ...rest) => write(descriptor === ${stdoutDescriptor} ? ${stderrDescriptor} : descriptor, ...rest);
}
syncBuiltinESMExports();`,
)}`;

class RedirectedWorker extends Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    super(file, { ...options, execArgv: [...(options.execArgv ?? inheritedArguments()), '--import', preload] });
  }
}

let inherited: readonly string[] | undefined;

/**
 * Returns the options of this process, or none if a thread may not be given them: Node refuses options of the whole process, such as
 * `--max-old-space-size`, which hold for its threads anyway.
 */
function inheritedArguments(): readonly string[] {
  inherited ??= areForThreads(process.execArgv) ? process.execArgv : [];
  return inherited;
}

function areForThreads(execArgv: string[]): boolean {
  try {
    if (execArgv.length > 0) void new Worker('', { eval: true, execArgv }).terminate();
    return true;
  } catch {
    return false;
  }
}

/** @returns a function that restores the original behaviour */
export function redirectDescriptor(): () => void {
  const functions = fs as unknown as Record<string, AnyFunction>; // only the first argument is read
  const originals = writers.map((name) => [name, functions[name]!] as const);
  for (const [name, write] of originals) {
    functions[name] = (descriptor, ...rest) =>
      write(descriptor === stdoutDescriptor ? stderrDescriptor : descriptor, ...rest);
  }
  workerThreads.Worker = RedirectedWorker;
  syncBuiltinESMExports();

  return () => {
    for (const [name, write] of originals) functions[name] = write;
    workerThreads.Worker = Worker;
    syncBuiltinESMExports();
  };
}
