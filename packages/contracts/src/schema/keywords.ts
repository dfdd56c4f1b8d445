/**
 * Lists which keywords of JSON Schema contain schemas, and which only document.
 *
 * The only such table, so that a property called `title` or `items` is never taken for a keyword.
 * Spec: JSON Schema 2020-12 core section 10, validation section 9; `definitions` and `additionalItems` as in draft 07
 */

/** The form in which a keyword contains schemas: one, an array of them, or an object of them by name. */
export type Holding = 'one' | 'listed' | 'named';

/** Forms by keyword, in the order in which schemas are visited. */
export const holdings: ReadonlyMap<string, Holding> = new Map([
  ...holding('named', 'properties patternProperties dependentSchemas $defs definitions'),
  ...holding('listed', 'prefixItems anyOf oneOf allOf'),
  ...holding('one', 'items additionalItems additionalProperties propertyNames contains'),
  ...holding('one', 'unevaluatedItems unevaluatedProperties not if then else'),
]);

/** Keywords whose schemas apply only where a reference leads to them. */
export const definitionKeywords: ReadonlySet<string> = new Set(['$defs', 'definitions']);

/** The keywords that doc comments become: they do not restrict values, and may stand beside a reference. */
export const annotations: readonly string[] = ['title', 'description', 'default', 'examples', 'deprecated'];

const documentation = new Set([...annotations, 'readOnly', 'writeOnly', '$comment', '$schema']);

/** Returns whether the keyword does not restrict values. */
export function isDocumentation(keyword: string): boolean {
  return documentation.has(keyword) || keyword.startsWith('x-');
}

function holding(how: Holding, keywords: string): [string, Holding][] {
  return keywords.split(' ').map((keyword) => [keyword, how]);
}
