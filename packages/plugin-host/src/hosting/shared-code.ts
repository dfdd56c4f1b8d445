/**
 * Lets a build that differs from the serving one only in its skills and views go on with the code that runs.
 */
import { canonicalJson, type Manifest } from '@sigil/core/building';
import type { BuiltPlugin } from '../builds/build-source.js';
import { LazyLink } from '../links/lazy-link.js';
import type { Prepared } from './prepare-generations.js';

/** Returns whether the code of a generation can serve another build too. */
export function canShareCode({ built, link, crashes }: Prepared, next: BuiltPlugin): boolean {
  const isRunning = !(link instanceof LazyLink) || link.state === 'active';
  const isSound = crashes.crash === undefined || crashes.crash.state === 'restarted';
  return isRunning && isSound && built.codePath === next.codePath && withoutContent(built) === withoutContent(next);
}

/** Equal texts have equal code, since the manifest names its CID. */
function withoutContent({ manifest }: BuiltPlugin): string {
  const { skills: _skills, views: _views, ...others }: Manifest = manifest;
  return canonicalJson(others);
}

/** Counts the generations that each link's code serves. */
export class CodeUses {
  readonly #counts = new WeakMap<object, number>();

  add(link: object): void {
    this.#counts.set(link, (this.#counts.get(link) ?? 0) + 1);
  }

  /** @returns whether no generation is left */
  remove(link: object): boolean {
    const left = (this.#counts.get(link) ?? 1) - 1;
    this.#counts.set(link, left);
    return left === 0;
  }
}
