/**
 * Reads the clients that a command line names.
 */
import type { BuildOptions } from '@sigil/codegen/building';
import { clientTargets, findClientTarget, type ClientTarget } from '@sigil/contracts/targets';
import { suggestNames } from '@sigil/core/building';
import { UsageError } from '../failures/command-error.js';

/** The clients used when none is named. */
export const allClientTargets: readonly ClientTarget[] = clientTargets;

/**
 * Reads a comma-separated list.
 *
 * @throws UsageError naming the unknown target, and the nearest one
 */
export function readClientTargets(list: string): ClientTarget[] {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new UsageError(`expected --target with one or more of ${clientTargets.join(', ')}`);
  return [...new Set(names.map(readOne))];
}

/**
 * Returns the build options for the clients of a list; without a list, for no client in particular.
 *
 * @throws UsageError like `readClientTargets`
 */
export function readBuildOptions(list: string | undefined): BuildOptions {
  return list === undefined ? {} : { targets: readClientTargets(list) };
}

function readOne(name: string): ClientTarget {
  const target = findClientTarget(name);
  if (target) return target;
  const known = suggestNames(name, clientTargets) || `; there are ${clientTargets.join(', ')}`;
  throw new UsageError(`there is no client target "${name}"${known}`);
}
