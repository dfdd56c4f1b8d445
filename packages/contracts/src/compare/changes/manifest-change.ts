/**
 * A difference between two manifests, as those who depend on the older one notice it.
 *
 * Knows nothing of how differences are found or shown.
 */

/** The level of a change: what worked may stop, something new is there, or only words differ. */
export type ChangeLevel = 'breaking' | 'minor' | 'patch';

/** From the gravest to the lightest. */
export const changeLevels: readonly ChangeLevel[] = ['breaking', 'minor', 'patch'];

/** Every kind of change, and what it stands for; a kind keeps its meaning for good. */
export const changeKinds = {
  'component-added': 'a tool, resource, resource template or prompt is new',
  'component-removed': 'a tool, resource, resource template or prompt is gone',
  'type-changed': 'another type: neither holds all values of the other',
  'type-narrowed': 'a type of which some kinds of values are gone',
  'type-widened': 'a type that holds more kinds of values',
  'values-added': 'single values more: of an enum, or null',
  'values-removed': 'single values fewer: of an enum, or null',
  'alternative-added': 'one more member of a union',
  'alternative-removed': 'one member of a union is gone',
  'limit-loosened': 'a bound of a number, length or count lets more through',
  'limit-tightened': 'a bound of a number, length or count lets less through',
  'pattern-changed': 'the regular expression of a string is new, another or gone',
  'format-changed': 'the format of a string is new, another or gone',
  'encoding-changed': 'what the text of a string stands for is another thing',
  'property-added': 'a property, or an argument of a tool, is new',
  'property-removed': 'a property, or an argument of a tool, is gone',
  'property-required': 'an optional property must be there now',
  'property-optional': 'a required property may be left out now',
  'other-properties-allowed': 'an object may have properties that it does not name',
  'other-properties-refused': 'an object may no longer have properties that it does not name',
  'item-added': 'a tuple is longer',
  'item-removed': 'a tuple is shorter',
  'other-items-allowed': 'a tuple may go on',
  'other-items-refused': 'a tuple may no longer go on',
  'uniqueness-changed': 'the items of an array must differ, or need no longer',
  undecided: 'schemas that cannot be compared, and differ',
  'default-changed': 'what stands for a value that is left out',
  'header-changed': 'the header that an argument is repeated in',
  'deprecation-changed': 'deprecated, or no longer',
  'documentation-changed': 'titles, descriptions, examples and icons',
  'schema-rewritten': 'the schema is written otherwise and holds the same values',
  'structured-output-added': 'results of a tool have structured content now',
  'structured-output-removed': 'results of a tool have no structured content any more',
  'promise-given': 'a hint promises more: read-only, not destructive, idempotent, closed world',
  'promise-withdrawn': 'a hint promises less',
  'tasks-changed': 'whether calls of a tool may or must become tasks',
  'scopes-added': 'a caller needs a scope more',
  'scopes-removed': 'a caller needs a scope less',
  'mime-type-changed': 'the media type of a resource',
  'name-changed': 'the name of a resource or template, whose URI stays',
  'metadata-changed': '_meta, size, annotations and cache hints',
  'argument-added': 'an argument of a prompt is new',
  'argument-removed': 'an argument of a prompt is gone',
  'argument-required': 'an optional argument of a prompt is required now',
  'argument-optional': 'a required argument of a prompt is optional now',
  'completion-added': 'values are suggested for an argument',
  'completion-removed': 'values are no longer suggested for an argument',
  'completion-values-added': 'an argument of a closed set of values takes more',
  'completion-values-removed': 'an argument of a closed set of values takes fewer',
  'configuration-added': 'a class takes a configuration now',
  'configuration-removed': 'a class takes no configuration any more',
  'configuration-required': 'a class cannot do without a configuration any more',
  'configuration-optional': 'a class can do without a configuration now',
  'namespace-changed': 'the namespace of a class',
  'plugin-renamed': 'the plugin itself has another name',
  'code-changed': 'nothing that is published; only the code behind it',
} as const;

/** The name of a kind of change. */
export type ChangeKind = keyof typeof changeKinds;

/** One difference. */
export interface ManifestChange {
  readonly level: ChangeLevel;
  readonly kind: ChangeKind;
  /** The component that the change is about: `tool "forecast"`, `class "Weather"`, `plugin`. */
  readonly component: string;
  /** The spot in the component's schemas or arguments: `input.filters.tags[]`; absent when it is the component itself. */
  readonly path?: string;
  /** The difference and its effect on a client, as a sentence without its full stop. */
  readonly says: string;
  /** A guess at the author's intent: a rename. */
  readonly hint?: string;
}
