/**
 * The result of comparing two plugins: the differences, and the version they require.
 */
import {
  adviseVersion,
  changeLevels,
  compareManifests,
  type ChangeLevel,
  type ManifestChange,
  type VersionAdvice,
} from '@sigil/contracts';
import { compareTokens, type TokenChange } from '../budget/compare-tokens.js';
import { countNoun } from '../terminal/count-noun.js';
import type { ComparedSide } from './compared-side.js';

/** One of the two plugins, for people. */
export interface ReportedSide {
  readonly name: string;
  readonly version: string;
  readonly from: string;
}

/** The content of a report, independent of its format. */
export interface DiffReport extends VersionAdvice {
  readonly old: ReportedSide;
  readonly new: ReportedSide;
  /** Sorted by level, the gravest first. */
  readonly changes: readonly ManifestChange[];
  /** The tokens of the tools' definitions; absent if these are the same. */
  readonly tokens?: TokenChange;
}

/** Compares two plugins, the older first. */
export async function buildReport(before: ComparedSide, after: ComparedSide): Promise<DiffReport> {
  const changes = compareManifests(before.manifest, after.manifest);
  const tokens = await compareTokens(before.manifest.tools, after.manifest.tools);
  const [older, newer] = [reportedSide(before), reportedSide(after)];
  return {
    old: older,
    new: newer,
    ...adviseVersion(changes, { before: older.version, after: newer.version }),
    changes,
    ...(tokens ? { tokens } : {}),
  };
}

/** Writes the title: `greeter 1.2.3 -> 1.3.0`. */
export function titleOf({ old: older, new: newer }: DiffReport, arrow: string): string {
  const newName = older.name === newer.name ? '' : `${newer.name} `;
  return `${older.name} ${older.version} ${arrow} ${newName}${newer.version}`;
}

/** Counts changes by level: `1 breaking, 2 minor`. */
export function summarizeChanges({ changes }: DiffReport): string {
  const counts = changeLevels.map(
    (level) => [level, changes.filter((change) => change.level === level).length] as const,
  );
  return counts
    .filter(([, count]) => count > 0)
    .map(([level, count]) => `${count} ${level}`)
    .join(', ');
}

/** Says which version is needed, and whether the newer one is sufficient. */
export function adviceOf({ bump, needs, isSatisfied, new: newer }: DiffReport): string {
  if (bump === 'none') return 'nothing that anybody notices is different';
  if (needs === undefined) return `asks for a ${bump} version`;
  const asks = `asks for a ${bump} version, ${needs} or later`;
  if (isSatisfied === undefined) return asks;
  return isSatisfied ? `${asks}, and ${newer.version} is one` : `${asks}; ${newer.version} is not enough`;
}

/** The level from which a difference is a failure. */
export type FailingLevel = ChangeLevel | 'never';

/** Returns `1 breaking change` or the like; undefined when no change is grave enough to fail. */
export function failureOf({ changes }: DiffReport, failOn: FailingLevel): string | undefined {
  const failing = failOn === 'never' ? [] : changeLevels.slice(0, changeLevels.indexOf(failOn) + 1);
  const count = changes.filter(({ level }) => failing.includes(level)).length;
  const words = failOn === 'patch' ? 'change' : `${failing.join(' or ')} change`;
  return count === 0 ? undefined : countNoun(count, words);
}

function reportedSide({ manifest, from }: ComparedSide): ReportedSide {
  return { name: manifest.plugin.name, version: manifest.plugin.version, from };
}
