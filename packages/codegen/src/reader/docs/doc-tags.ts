/**
 * The doc tags that mean something to the build, and how a misspelt one is told from a tag of somebody else.
 */
import { editDistance } from '../program/nearest-name.js';

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
  ...tagsOf('constraint', 'minItems maxItems uniqueItems integer secret header'),
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

function tagsOf(kind: TagKind, names: string): [string, TagKind][] {
  return names.split(' ').map((name) => [name, kind]);
}
