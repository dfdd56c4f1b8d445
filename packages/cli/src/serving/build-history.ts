/**
 * Records what each build changed since the start of the command, for the terminal and for the page.
 */
import { compareManifests, type ManifestChange } from '@sigil/contracts';
import type { Manifest } from '@sigil/core/building';
import type { BuildChange } from '@sigil/server/plugin-server';
import type { Output } from '../terminal/terminal.js';
import { printable } from '../terminal/printable.js';
import { describeChange } from './describe-change.js';

const mostRemembered = 20;
const mostLines = 8;

export class BuildHistory {
  #manifest: Manifest;
  #changes: readonly BuildChange[] = [];
  #count = 0;

  constructor(first: Manifest) {
    this.#manifest = first;
  }

  /** Changes, newest first. */
  get changes(): readonly BuildChange[] {
    return this.#changes;
  }

  /** @param manifest of the build that replaced the last one; an equal one is not recorded */
  add(manifest: Manifest): BuildChange {
    const found = compareManifests(this.#manifest, manifest);
    const change = {
      number: this.#count + 1,
      at: new Date(),
      headline: describeChange(this.#manifest, manifest),
      changes: found.filter(({ kind }) => kind !== 'code-changed'),
    };
    this.#manifest = manifest;
    if (found.length === 0) return change;
    this.#count += 1;
    this.#changes = [change, ...this.#changes].slice(0, mostRemembered);
    return change;
  }
}

/** Writes a line for each difference that the headline does not mention, the gravest first. */
export function formatChanges({ changes }: BuildChange, { paint }: Output): string[] {
  const colours = { breaking: paint.red, minor: paint.green, patch: paint.dim };
  const told = (changes as readonly ManifestChange[]).filter(({ kind }) => kind !== 'component-added');
  const lines = told.slice(0, mostLines).map(({ level, component, path, says }) => {
    const place = path === undefined ? component : `${component}, ${path}`;
    return `         ${colours[level](level.padEnd(8))} ${printable(`${place}: ${says}`)}`;
  });
  const rest = told.length - lines.length;
  return rest > 0 ? [...lines, `         ${paint.dim(`and ${rest} more`)}`] : lines;
}
