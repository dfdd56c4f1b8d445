/**
 * Keeps child processes off our standard output: one that would inherit it gets standard error instead.
 *
 * Children write to the file descriptor itself, so changes to `process.stdout` do not reach them. All asynchronous children come
 * from one method of Node, the synchronous ones from three functions.
 */
import childProcess, { ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const stdoutDescriptor = 1;
const stderrDescriptor = 2;
const synchronous = ['spawnSync', 'execSync', 'execFileSync'] as const;

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** @returns a function that restores the original behaviour */
export function redirectChildren(): () => void {
  // The methods below take options of several shapes; only `stdio` is read.
  const prototype = ChildProcess.prototype as unknown as Record<'spawn', AnyFunction>;
  const module = childProcess as unknown as Record<(typeof synchronous)[number], AnyFunction>;
  const originalSpawn = prototype.spawn;
  const originals = synchronous.map((name) => [name, module[name]] as const);

  prototype.spawn = redirected(originalSpawn);
  for (const [name, original] of originals) module[name] = redirected(original);
  syncBuiltinESMExports();

  return () => {
    prototype.spawn = originalSpawn;
    for (const [name, original] of originals) module[name] = original;
    syncBuiltinESMExports();
  };
}

function redirected(original: AnyFunction): AnyFunction {
  return function (this: unknown, ...args: unknown[]) {
    return original.apply(
      this,
      args.map((argument) => (hasStdio(argument) ? { ...argument, stdio: redirect(argument.stdio) } : argument)),
    );
  };
}

function hasStdio(argument: unknown): argument is { stdio: unknown } {
  return typeof argument === 'object' && argument !== null && !Array.isArray(argument) && 'stdio' in argument;
}

function redirect(stdio: unknown): unknown {
  if (stdio === 'inherit') return ['inherit', stderrDescriptor, 'inherit'];
  return Array.isArray(stdio)
    ? stdio.map((way: unknown, index) => (leadsToStdout(way, index) ? stderrDescriptor : way))
    : stdio;
}

function leadsToStdout(way: unknown, index: number): boolean {
  return way === stdoutDescriptor || way === process.stdout || (way === 'inherit' && index === stdoutDescriptor);
}
