/**
 * Keeps the errors of each plugin's latest build, for the pages, until a build has none.
 */
import { basename } from 'node:path';
import type { BuildReport } from './builder-messages.js';

/** An error of a build that is not fixed yet. */
export interface BuildError {
  /** File, line and column, as in `src/dice.ts:3:7`; absent if no source is at fault. */
  readonly place?: string;
  /** The code of the diagnostic, if there is one. */
  readonly code?: string;
  readonly message: string;
}

/** The standing errors by the name of the plugin. A plugin without errors is absent. */
export type ErrorsByPlugin = Readonly<Record<string, readonly BuildError[]>>;

/** A broken tsconfig.json makes hundreds; the terminal has all of them. */
const mostShown = 20;

export class BuildErrors {
  readonly #errors = new Map<string, readonly BuildError[]>();

  /** @param nameOf returns the plugin's name for its folder; by default the folder's */
  constructor(private readonly nameOf: (folder: string) => string = basename) {}

  /** Replaces the errors of a plugin by those of a build. */
  take({ folder, isBuilt, diagnostics }: Pick<BuildReport, 'folder' | 'isBuilt' | 'diagnostics'>): void {
    if (isBuilt) return void this.#errors.delete(folder);
    const errors = diagnostics.filter(({ severity = 'error' }) => severity === 'error');
    const shown = errors.slice(0, mostShown).map(({ file, line, column, code, message }) => ({
      place: `${shortened(file)}:${line}:${column}`,
      code,
      message,
    }));
    this.#errors.set(folder, shown);
  }

  /** Notes that a build could not run. */
  failed(folder: string, message: string): void {
    this.#errors.set(folder, [{ message }]);
  }

  /** Forgets plugins that are not kept built any more. */
  keepOnly(folders: readonly string[]): void {
    for (const folder of this.#errors.keys()) if (!folders.includes(folder)) this.#errors.delete(folder);
  }

  get all(): ErrorsByPlugin {
    return Object.fromEntries([...this.#errors].map(([folder, errors]) => [this.nameOf(folder), errors]));
  }
}

/** Names a file of a linked package by its last folders: pages do not show where the packages of a machine are. */
function shortened(file: string): string {
  const parts = file.split(/[\\/]/);
  return parts[0] === '..' ? parts.slice(-3).join('/') : parts.join('/');
}
