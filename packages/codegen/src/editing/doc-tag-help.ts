/**
 * The doc tags that the build reads, with a sentence and an example each, and the place where one is being written.
 */
import { docTags } from '../reader/docs/doc-tags.js';

/** One doc tag for its author. */
export interface DocTagHelp {
  readonly name: string;
  /** One sentence, with the effect on the schema. */
  readonly summary: string;
  /** The text after the tag's name; absent for a tag that stands alone. */
  readonly value?: string;
}

const help: Readonly<Record<string, readonly [summary: string, value?: string]>> = {
  minimum: ['The smallest number that is allowed.', '1'],
  maximum: ['The largest number that is allowed.', '100'],
  exclusiveMinimum: ['Numbers must be larger than this.', '0'],
  exclusiveMaximum: ['Numbers must be smaller than this.', '1'],
  multipleOf: ['Numbers must be a multiple of this.', '0.01'],
  minLength: ['The least number of characters of a text.', '1'],
  maxLength: ['The greatest number of characters of a text.', '200'],
  pattern: ['A regular expression that a text must match.', '^[A-Z]{3}$'],
  format: ['The format of a text, such as email, uri, uuid, date or date-time.', 'email'],
  minItems: ['The least number of items of a list.', '1'],
  maxItems: ['The greatest number of items of a list.', '10'],
  uniqueItems: ['The items of a list must differ from each other.'],
  integer: ['The number must be whole.'],
  secret: ['The text is hidden in forms, logs and records.'],
  header: [
    'A client repeats the value in the header `Mcp-Param-` with this name, so that gateways can route by it.',
    'Region',
  ],
  title: ['A name for people.', 'Number of nights'],
  default: ['The value that is used when none is given, as JSON.', '10'],
  example: ['A value that shows what is meant, as JSON.', '"Bern"'],
  deprecated: ['The value should not be used any more.'],
  instructions: ['A text for models about the whole server, up to the next tag.'],
  keywords: ['Words by which a search finds the tool, with commas.', 'forecast, rain'],
  description: ['Continues the description.'],
  desc: ['Continues the description.'],
  summary: ['Continues the description.'],
  param: ['Describes a parameter by its name; the tags after it belong to it.', 'name'],
  arg: ['Describes a parameter by its name; the tags after it belong to it.', 'name'],
  argument: ['Describes a parameter by its name; the tags after it belong to it.', 'name'],
  returns: ['Describes the result; the tags after it belong to it.'],
  return: ['Describes the result; the tags after it belong to it.'],
  inheritDoc: ['Includes the comment of the declaration that this one implements or overrides.'],
  inheritdoc: ['Includes the comment of the declaration that this one implements or overrides.'],
};

/** Every tag that the build reads, in the order of its table. */
export const docTagHelp: readonly DocTagHelp[] = [...docTags]
  .filter(([, kind]) => kind !== 'foreign')
  .map(([name]) => {
    const [summary = '', value] = help[name] ?? [];
    return { name, summary, ...(value !== undefined && { value }) };
  });

/**
 * Returns the offset of the `@` of the tag that is being written before an offset in a doc comment; `undefined` elsewhere.
 */
export function findTagStart(text: string, offset: number): number | undefined {
  const before = text.slice(0, offset);
  const opened = before.lastIndexOf('/**');
  if (opened === -1 || before.indexOf('*/', opened + 3) !== -1) return undefined;
  const written = /(?:\/\*\*|^[ \t]*\*?|[\s{])(@[A-Za-z]*)$/m.exec(before.slice(opened));
  return written?.[1] === undefined ? undefined : offset - written[1].length;
}
