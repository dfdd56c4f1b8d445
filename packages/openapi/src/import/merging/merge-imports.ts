/**
 * Merges the imports of a source after its declarations: names that nothing uses any more go, names that new parts need come.
 */
import type { RecordedParts } from './import-record.js';
import { lineWidth } from '../writing/source-text.js';
import { type ImportClause, readImport, type SourcePart } from './source-parts.js';

/** Returns the parts with their imports merged. Imports that no import of a document wrote stay as they are, unless a name is missing. */
export function mergeImports(
  parts: readonly SourcePart[],
  written: readonly SourcePart[],
  recorded: RecordedParts,
): SourcePart[] {
  const isImport = ({ key = '' }: SourcePart): boolean => key.startsWith('import ');
  const body = parts
    .filter((part) => !isImport(part))
    .map(({ text }) => text)
    .join('');
  const words = new Set(body.match(/[A-Za-z_$][\w$]*/g) ?? []);
  const needed = new Map(written.filter(isImport).map((part) => [part.key, part]));
  const merged = parts.flatMap((part) => {
    if (!isImport(part)) return [part];
    const next = needed.get(part.key);
    needed.delete(part.key);
    const text = mergeOne(part, next, { words, isRecorded: recorded[part.key ?? ''] !== undefined });
    return text === undefined ? [] : [{ ...part, text }];
  });
  const added = [...needed.values()].flatMap((part): SourcePart[] => {
    const text = mergeOne(undefined, part, { words, isRecorded: true });
    return text === undefined ? [] : [{ ...part, text }];
  });
  const order = written.filter(isImport).map(({ key }) => key);
  for (const part of added) insertImport(merged, part, order.slice(0, order.indexOf(part.key)));
  return trimStartOfFile(merged, parts);
}

/** Inserts an import after the one that precedes it in the written file; without one, at the start. */
function insertImport(merged: SourcePart[], part: SourcePart, before: readonly (string | undefined)[]): void {
  const text = part.text.trim();
  const at = merged.findLastIndex(({ key }) => key !== undefined && before.includes(key));
  if (at >= 0) {
    merged.splice(at + 1, 0, { ...part, text: `\n${text}` });
    return;
  }
  const [first] = merged;
  const gap = first?.key?.startsWith('import ') ? '\n' : '\n\n';
  if (first) merged[0] = { ...first, text: `${gap}${first.text.replace(/^\n+/, '')}` };
  merged.unshift({ ...part, text });
}

/** A first import that went away leaves no blank line at the start of the file. */
function trimStartOfFile(merged: readonly SourcePart[], before: readonly SourcePart[]): SourcePart[] {
  const [first, ...others] = merged;
  if (!first || first === before[0]) return [...merged];
  const isStart = before[0]?.text.startsWith('\n') === false;
  return isStart ? [{ ...first, text: first.text.replace(/^\n+/, '') }, ...others] : [...merged];
}

function mergeOne(
  part: SourcePart | undefined,
  next: SourcePart | undefined,
  { words, isRecorded }: { readonly words: ReadonlySet<string>; readonly isRecorded: boolean },
): string | undefined {
  const own = part && readImport(part.text);
  const incoming = next && readImport(next.text);
  if (part && (!own || own.isOther)) return part.text;
  const kept = [...(own?.named ?? [])].filter(([name]) => words.has(name) || !isRecorded);
  const names = new Map(kept);
  for (const [name, text] of incoming?.named ?? []) {
    if (words.has(name) && !names.has(name)) names.set(name, asWritten(text, own, incoming));
  }
  if (part && names.size === own?.named.size && [...names.keys()].every((name) => own.named.has(name)))
    return part.text;
  const [clause] = [own, incoming].filter((one) => one !== undefined);
  if (names.size === 0 || !clause) return undefined;
  const leading = /^\s*(?:\/\/[^\n]*\n\s*|\/\*[^]*?\*\/\s*)*/.exec(part?.text ?? '')?.[0] ?? '';
  return `${leading}${writeClause(clause, names)}`;
}

/** A type-only name keeps `type` where the import has values beside it. */
function asWritten(text: string, own: ImportClause | undefined, incoming: ImportClause | undefined): string {
  if (!own) return text;
  const isType = incoming?.isTypeOnly === true || text.startsWith('type ');
  const plain = text.replace(/^type /, '');
  return isType && !own.isTypeOnly ? `type ${plain}` : plain;
}

function writeClause({ specifier, isTypeOnly }: ImportClause, names: ReadonlyMap<string, string>): string {
  const plain = ([name]: [string, string]): string => name;
  const sorted = [...names].toSorted((a, b) => (plain(a) < plain(b) ? -1 : 1)).map(([, text]) => text);
  const keyword = isTypeOnly ? 'import type' : 'import';
  const line = `${keyword} { ${sorted.join(', ')} } from '${specifier}';`;
  return line.length <= lineWidth
    ? line
    : `${keyword} {\n${sorted.map((text) => `  ${text},\n`).join('')}} from '${specifier}';`;
}
