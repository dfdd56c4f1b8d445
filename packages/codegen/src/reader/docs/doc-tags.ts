/**
 * The doc tags with a meaning for the build, and the check that distinguishes a misspelt one from another tool's tag.
 */
import { editDistance } from '../program/nearest-name.js';

/** The kind of a tag's value, and where the tag belongs. */
export type TagKind = 'constraint' | 'value' | 'text' | 'summary' | 'parameter' | 'result' | 'inheritance' | 'foreign';

/**
 * The tags by kind. `constraint` narrows a type or says how its value is sent, `value` describes it, `text` has prose of its own
 * up to the next tag, `summary` continues the text of the whole comment, `parameter` and `result` begin parts of the comment, `inheritance` includes another comment. `foreign` tags
 * of TypeScript and other tools end the text before them, and none is taken for a misspelling.
 */
export const docTags: ReadonlyMap<string, TagKind> = new Map<string, TagKind>([
  ...tagsOf(
    'constraint',
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format',
  ),
  ...tagsOf('constraint', 'minItems maxItems uniqueItems integer secret header'),
  ...tagsOf('value', 'title default example deprecated'),
  ...tagsOf('text', 'instructions keywords'),
  ...tagsOf('summary', 'description desc summary'),
  ...tagsOf('parameter', 'param arg argument'),
  ...tagsOf('result', 'returns return'),
  ...tagsOf('inheritance', 'inheritDoc inheritdoc'),
  ...tagsOf('foreign', 'throws see since author version template typeParam remarks internal public private protected'),
  ...tagsOf('foreign', 'readonly override async defaultValue examples link todo type alpha beta module'),
  ...tagsOf('foreign', 'packageDocumentation fileoverview file'),
  ...tagsOf('foreign', 'exception augments extends implements typedef callback overload satisfies'),
]);

/** Abbreviations and synonyms of tags that are too different to be misspellings. */
const nicknames: ReadonlyMap<string, string> = new Map([
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['int', 'integer'],
  ['regex', 'pattern'],
  ['regexp', 'pattern'],
]);

/** Returns the tag that was probably meant when `name` is unknown but resembles one. */
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
