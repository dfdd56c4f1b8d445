/**
 * Opens the extensions and interceptors that a command names. They are loaded only where there are some.
 */
import { resolve } from 'node:path';
import type { OpenExtending } from '@sigil/server/extending';
import { UsageError } from '../failures/command-error.js';
import { describeFailure } from '../failures/describe-failure.js';
import { clockTime } from '../terminal/clock-time.js';
import type { Terminal } from '../terminal/terminal.js';
import type { OperatorModules } from './carrier.js';

/**
 * Interceptors are loaded again when their files change, until the caller closes them.
 *
 * @returns `undefined` without any
 * @throws UsageError naming the module and the fault
 */
export async function openOperatorModules(
  { extensions = [], interceptors = [] }: OperatorModules,
  { cwd, err, isVerbose }: Terminal,
): Promise<OpenExtending | undefined> {
  if (extensions.length + interceptors.length === 0) return undefined;
  const { openExtending } = await import('@sigil/server/extending');
  const absolute = (files: readonly string[]): readonly string[] => files.map((file) => resolve(cwd, file));
  const log = {
    note: (subject: string, text: string): void => err.line(`${clockTime()} ${subject}: ${text}`),
    failure: (subject: string, error: unknown): void =>
      err.line(`${clockTime()} ${err.paint.red('error:')} ${subject}: ${describeFailure(error, { isVerbose })}`),
  };
  try {
    return await openExtending(
      { extensions: absolute(extensions), interceptors: absolute(interceptors), follow: true },
      log,
    );
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : 'a module cannot be loaded', { cause });
  }
}
