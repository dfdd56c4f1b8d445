/**
 * Merges a newly written file into the one of the author, part by part, with the hashes of what an earlier import wrote.
 */
import type { RecordedParts } from './import-record.js';
import { mergeImports } from './merge-imports.js';
import { cutSource, hashPart, type SourcePart } from './source-parts.js';

/** A part that both the author and the document changed: the author's stays. */
export interface Conflict {
  readonly path: string;
  /** The part: `class Stations.getStations`. */
  readonly part: string;
  readonly kind: 'changed' | 'gone' | 'own';
  /** The part as the author has it, and as the import would write it; empty for a part that is gone from the document. */
  readonly yours: string;
  readonly incoming: string;
}

interface MergedFile {
  readonly text: string;
  readonly conflicts: readonly Conflict[];
}

/** Returns the hashes of a file's parts, for the record. */
export function recordParts(path: string, text: string): RecordedParts {
  const entries = cutSource(path, text).flatMap((part): [string, string][] =>
    part.key === undefined ? [] : [[part.key, hashPart(path, part.text)]],
  );
  return Object.fromEntries(entries);
}

/**
 * @param path of the file in the project
 * @param yours the author's file
 * @param incoming the newly written file; empty if the document no longer has the file's parts
 * @param recorded the hashes of what the earlier import wrote
 */
export function mergeFile(path: string, yours: string, incoming: string, recorded: RecordedParts): MergedFile {
  const existing = cutSource(path, yours);
  const written = incoming === '' ? [] : cutSource(path, incoming);
  const writtenOf = new Map(
    written.flatMap((part): [string, SourcePart][] => (part.key === undefined ? [] : [[part.key, part]])),
  );
  const conflicts: Conflict[] = [];
  const held = findHeld(path, existing, written, recorded);
  const kept = existing.flatMap((part): SourcePart[] => {
    if (part.key === undefined || part.key.startsWith('import ')) return [part];
    const next = writtenOf.get(part.key);
    const decided = decide(path, part, { next, recorded: recorded[part.key], isHeld: held.has(part.key) });
    if (decided.conflict) conflicts.push(decided.conflict);
    return decided.part ? [decided.part] : [];
  });
  const removed = existing.filter(
    (part) => !kept.some((one) => one.key === part.key && part.key !== undefined) && part.key !== undefined,
  );
  const restored = closeClasses(restoreUsed(existing, kept, removed));
  const grown = insertNew(restored, written, recorded);
  return {
    text: mergeImports(grown, written, recorded)
      .map(({ text }) => text)
      .join(''),
    conflicts,
  };
}

/**
 * Finds the descriptions of operations that must stay as they are: the document changed an operation's method, the author edited,
 * renamed or deleted that method, and code of the author still sends what the old description says.
 */
function findHeld(
  path: string,
  existing: readonly SourcePart[],
  written: readonly SourcePart[],
  recorded: RecordedParts,
): ReadonlySet<string> {
  const own = existing.filter(({ key, text }) => key !== undefined && hashPart(path, text) !== recorded[key]);
  const ownKeys = new Set(own.map(({ key }) => key));
  const present = new Set(existing.map(({ key }) => key));
  const changed = written.filter(
    ({ key, owner, text }) =>
      key !== undefined &&
      owner !== undefined &&
      recorded[key] !== undefined &&
      hashPart(path, text) !== recorded[key] &&
      (ownKeys.has(key) || !present.has(key)),
  );
  const isNamed = (parts: readonly SourcePart[], name: string): boolean =>
    parts.some(({ owner, text }) => owner !== undefined && hasWord(text, name));
  return new Set(
    existing.flatMap(({ key, declares: [name] }) =>
      key?.startsWith('const ') && name !== undefined && isNamed(changed, name) && isNamed(own, name) ? [key] : [],
    ),
  );
}

/** The end of a class goes with the class. */
function closeClasses(parts: readonly SourcePart[]): SourcePart[] {
  const keys = new Set(parts.map(({ key }) => key));
  return parts.filter(({ key, owner }) => key !== undefined || owner === undefined || keys.has(`class ${owner}`));
}

interface Decision {
  readonly part?: SourcePart;
  readonly conflict?: Conflict;
}

function decide(
  path: string,
  part: SourcePart,
  {
    next,
    recorded,
    isHeld,
  }: { readonly next: SourcePart | undefined; readonly recorded: string | undefined; readonly isHeld: boolean },
): Decision {
  const key = part.key ?? '';
  const hash = hashPart(path, part.text);
  const nextHash = next && hashPart(path, next.text);
  if (nextHash === hash) return { part };
  const conflict = (kind: Conflict['kind']): Conflict => ({
    path,
    part: key,
    kind,
    yours: part.text,
    incoming: next?.text ?? '',
  });
  if (recorded === undefined) return next ? { part, conflict: conflict('own') } : { part };
  if (hash === recorded && next && isHeld) return { part, conflict: conflict('changed') };
  if (hash === recorded) return next ? { part: { ...next, text: withLeading(part.text, next.text) } } : {};
  if (!next) return { part, conflict: conflict('gone') };
  return nextHash === recorded ? { part } : { part, conflict: conflict('changed') };
}

/** Keeps the blank lines that stand before the author's part. */
function withLeading(yours: string, incoming: string): string {
  const leading = /^\s*/.exec(yours)?.[0] ?? '';
  return `${leading}${incoming.trimStart()}`;
}

/** Puts back parts that the document no longer needs, but that a part of the author still names, or is a member of. */
function restoreUsed(
  existing: readonly SourcePart[],
  kept: readonly SourcePart[],
  removed: readonly SourcePart[],
): SourcePart[] {
  const classes = kept.flatMap(({ key, owner }) =>
    key !== undefined && owner !== undefined ? [`class ${owner}`] : [],
  );
  const back = new Set(classes.flatMap((key) => [key, `${key}.constructor`]));
  for (let grows = true; grows;) {
    grows = false;
    const text = [...kept, ...removed.filter(({ key = '' }) => back.has(key))].map((part) => part.text).join('\n');
    for (const { key = '', declares } of removed) {
      if (back.has(key) || !declares.some((name) => hasWord(text, name))) continue;
      back.add(key);
      grows = true;
    }
  }
  const byKey = new Map(kept.map((part) => [part.key, part]));
  const keptSet = new Set(kept);
  return existing.flatMap((part) => {
    if (part.key === undefined) return keptSet.has(part) ? [part] : [];
    const found = byKey.get(part.key);
    if (found) return [found];
    return back.has(part.key) ? [part] : [];
  });
}

/** Returns whether an identifier occurs in the text. */
export function hasWord(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$])${name.replace(/[$]/g, '\\$&')}(?![\\w$])`).test(text);
}

/** Inserts parts that are new in the document after the part that precedes them there. A part that the author deleted stays away. */
function insertNew(
  parts: readonly SourcePart[],
  written: readonly SourcePart[],
  recorded: RecordedParts,
): SourcePart[] {
  const result = [...parts];
  const present = new Set(parts.map(({ key }) => key));
  const classes = new Set(parts.flatMap(({ key = '' }) => (key.startsWith('class ') ? [key] : [])));
  for (const [index, part] of written.entries()) {
    const isMember = part.owner !== undefined;
    if (part.key === undefined) {
      // The end of a class is inserted with the class.
      if (isMember && !classes.has(`class ${part.owner}`) && present.has(`class ${part.owner}`))
        insertAfter(result, written, part, index);
      continue;
    }
    if (part.key.startsWith('import ') || present.has(part.key) || recorded[part.key] !== undefined) continue;
    if (isMember && !present.has(`class ${part.owner}`)) continue;
    insertAfter(result, written, part, index);
    present.add(part.key);
  }
  return result;
}

function insertAfter(result: SourcePart[], written: readonly SourcePart[], part: SourcePart, index: number): void {
  for (let before = index - 1; before >= 0; before--) {
    const key = written[before]?.key;
    const at = key === undefined ? -1 : result.findIndex((one) => one.key === key);
    if (at < 0) continue;
    const isLastOfClass = part.owner === undefined && result[at]?.owner !== undefined;
    const end = isLastOfClass ? endOfClass(result, at) : at;
    result.splice(end + 1, 0, part);
    return;
  }
  const imports = result.filter(({ key = '' }) => key.startsWith('import ')).length;
  result.splice(imports, 0, {
    ...part,
    text: imports > 0 ? `\n\n${part.text.trimStart()}` : `${part.text.trimStart()}\n`,
  });
}

function endOfClass(parts: readonly SourcePart[], from: number): number {
  const { owner } = parts[from] ?? {};
  return parts.findLastIndex((part) => part.owner === owner);
}
