/**
 * Determines which version a plugin needs after its changes, and whether its version is high enough.
 *
 * Spec: https://semver.org/spec/v2.0.0.html
 */
import { changeLevels, type ChangeLevel, type ManifestChange } from './changes/manifest-change.js';
import type { Pair } from './schemas/schema-change.js';

/** The number to raise. */
export type VersionBump = 'major' | 'minor' | 'patch' | 'none';

/** The version that the changes require. */
export interface VersionAdvice {
  readonly bump: VersionBump;
  /** The lowest sufficient version; absent when nothing changed or the older version is not a semantic version. */
  readonly needs?: string;
  /** Whether the newer version is high enough; absent when that cannot be determined. */
  readonly isSatisfied?: boolean;
}

type Numbers = readonly [major: number, minor: number, patch: number];

interface Version {
  readonly numbers: Numbers;
  readonly isPrerelease: boolean;
}

const semantic = /^v?(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
const bumps = { breaking: 'major', minor: 'minor', patch: 'patch' } as const;

/**
 * Below 1.0.0 a breaking change takes the next minor version and anything else the next patch, as ranges such as `^0.3.1` read
 * it. After a pre-release the version only has to differ.
 */
export function adviseVersion(changes: readonly ManifestChange[], versions: Pair<string>): VersionAdvice {
  const level = changeLevels.find((it) => changes.some((change) => change.level === it));
  if (level === undefined) return { bump: 'none', isSatisfied: true };

  const [before, after] = [readVersion(versions.before), readVersion(versions.after)];
  if (!before) return { bump: bumps[level] };
  const bump = chooseBump(level, before.numbers);
  const needed = before.isPrerelease ? before.numbers : raise(before.numbers, bump);
  const needs = needed.join('.');
  if (!after) return { bump, needs };
  const isEnough = compareNumbers(after.numbers, needed) >= 0 && versions.before !== versions.after;
  return { bump, needs, isSatisfied: isEnough };
}

function chooseBump(level: ChangeLevel, [major]: Numbers): Exclude<VersionBump, 'none'> {
  if (major > 0) return bumps[level];
  return level === 'breaking' ? 'minor' : 'patch';
}

function raise([major, minor, patch]: Numbers, bump: Exclude<VersionBump, 'none'>): Numbers {
  if (bump === 'major') return [major + 1, 0, 0];
  return bump === 'minor' ? [major, minor + 1, 0] : [major, minor, patch + 1];
}

function compareNumbers(a: Numbers, b: Numbers): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function readVersion(text: string): Version | undefined {
  const [, major, minor, patch, prerelease] = semantic.exec(text) ?? [];
  if (major === undefined) return undefined;
  return { numbers: [Number(major), Number(minor), Number(patch)], isPrerelease: prerelease !== undefined };
}
