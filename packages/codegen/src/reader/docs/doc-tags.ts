/**
 * The doc tags that mean something to the build, and how a misspelt one is told from a tag of somebody else.
 */

/** The kind of a tag's value, and the place where the tag belongs. */
export type TagKind = 'constraint' | 'value' | 'structure' | 'inheritance' | 'foreign';

/**
 * `constraint` narrows a type or says how its value is sent, `value` describes it, `structure` cuts the comment into parts,
 * `inheritance` fetches another one. `foreign` tags of other tools are listed only so that none of them is taken for a misspelling.
 */
export const docTags: ReadonlyMap<string, TagKind> = new Map<string, TagKind>([
  ...tagsOf(
    'constraint',
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format',
  ),
  ...tagsOf('constraint', 'minItems maxItems uniqueItems integer header'),
  ...tagsOf('value', 'title default example deprecated'),
  ...tagsOf('structure', 'param returns return'),
  ...tagsOf('inheritance', 'inheritDoc inheritdoc'),
  ...tagsOf('foreign', 'throws see since author version template typeParam remarks internal public private protected'),
  ...tagsOf('foreign', 'readonly override async defaultValue examples link todo type alpha beta module'),
]);

/** Short for tags, or called so elsewhere; too far from them for a misspelling. */
const nicknames: ReadonlyMap<string, string> = new Map([
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['int', 'integer'],
  ['regex', 'pattern'],
  ['regexp', 'pattern'],
]);

/** The tag that was probably meant, when `name` is none but nearly one. */
export function findMeantTag(name: string): string | undefined {
  const nickname = nicknames.get(name.toLowerCase());
  if (nickname !== undefined || docTags.has(name) || name.length < 4) return nickname;
  const allowed = name.length > 7 ? 2 : 1;
  return [...docTags.keys()].find(
    (tag) => docTags.get(tag) !== 'foreign' && editDistance(tag.toLowerCase(), name.toLowerCase()) <= allowed,
  );
}

/** The nearest of the candidates, when it is near enough to be a misspelling. */
export function findNearest(name: string, candidates: readonly string[]): string | undefined {
  const allowed = Math.max(1, Math.floor(name.length / 3));
  const ranked = candidates.map((candidate) => ({ candidate, distance: editDistance(candidate, name) }));
  return ranked.sort((a, b) => a.distance - b.distance).find(({ distance }) => distance <= allowed)?.candidate;
}

function tagsOf(kind: TagKind, names: string): [string, TagKind][] {
  return names.split(' ').map((name) => [name, kind]);
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other. */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const steps = [at(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(rows, i - 1, j - 1) + (same ? 0 : 1)];
      row.push(Math.min(...steps, swapped ? at(rows, i - 2, j - 2) + 1 : Infinity));
    }
    rows.push(row);
  }
  return at(rows, from.length, to.length);
}

function at(rows: readonly (readonly number[])[], row: number, column: number): number {
  return rows[row]?.[column] ?? 0;
}
