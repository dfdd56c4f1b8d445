/**
 * A difference between two manifests, from the point of view of those who depend on the older one.
 *
 * Knows nothing of how differences are found or shown.
 */

/** The level of a change: something may stop working, something is new, or only texts differ. */
export type ChangeLevel = 'breaking' | 'minor' | 'patch';

/** The levels, gravest first. */
export const changeLevels: readonly ChangeLevel[] = ['breaking', 'minor', 'patch'];

/** Every kind of change and its meaning, which never changes. */
export const changeKinds = {
  'component-added': 'a tool, resource, resource template, prompt, skill or view is new',
  'component-removed': 'a tool, resource, resource template, prompt, skill or view is gone',
  'type-changed': 'another type: neither holds all values of the other',
  'type-narrowed': 'a type that holds fewer kinds of values',
  'type-widened': 'a type that holds more kinds of values',
  'values-added': 'an enum has more values, or null is allowed',
  'values-removed': 'an enum has fewer values, or null is no longer allowed',
  'alternative-added': 'a union has one more member',
  'alternative-removed': 'a union has one member less',
  'limit-loosened': 'a bound of a number, length or count lets more through',
  'limit-tightened': 'a bound of a number, length or count lets less through',
  'pattern-changed': 'the regular expression of a string was added, changed or removed',
  'format-changed': 'the format of a string was added, changed or removed',
  'encoding-changed': 'the encoding of a string was added, changed or removed',
  'property-added': 'a property, or an argument of a tool, is new',
  'property-removed': 'a property, or an argument of a tool, is gone',
  'property-required': 'an optional property must be there now',
  'property-optional': 'a required property may be left out now',
  'other-properties-allowed': 'an object may have properties that it does not name',
  'other-properties-refused': 'an object may no longer have properties that it does not name',
  'item-added': 'a tuple is longer',
  'item-removed': 'a tuple is shorter',
  'other-items-allowed': 'a tuple may have further items',
  'other-items-refused': 'a tuple may no longer have further items',
  'uniqueness-changed': 'the items of an array must now be unique, or no longer need to be',
  undecided: 'schemas that differ and cannot be compared',
  'default-changed': 'the default of a value that is left out',
  'header-changed': 'the header that repeats an argument',
  'deprecation-changed': 'deprecated, or no longer deprecated',
  'documentation-changed': 'titles, descriptions, examples and icons',
  'schema-rewritten': 'the schema is written differently and holds the same values',
  'structured-output-added': 'results of a tool have structured content now',
  'structured-output-removed': 'results of a tool have no structured content any more',
  'promise-given': 'a hint promises more: read-only, not destructive, idempotent, closed world',
  'promise-withdrawn': 'a hint promises less',
  'tasks-changed': 'whether calls of a tool may or must become tasks',
  'scopes-added': 'a caller needs one more scope',
  'scopes-removed': 'a caller needs one scope less',
  'mime-type-changed': 'the media type of a resource',
  'name-changed': 'the name of a resource or template, whose URI stays',
  'name-respelled': 'a tool or prompt is named with "_" in place of ".", or the reverse; both reach it',
  'metadata-changed': '_meta, size, annotations and cache hints',
  'query-parameter-added': 'a query parameter of a resource template is new',
  'query-parameter-removed': 'a query parameter of a resource template is gone',
  'argument-added': 'an argument of a prompt is new',
  'argument-removed': 'an argument of a prompt is gone',
  'argument-required': 'an optional argument of a prompt is required now',
  'argument-optional': 'a required argument of a prompt is optional now',
  'completion-added': 'values are suggested for an argument',
  'completion-removed': 'values are no longer suggested for an argument',
  'completion-values-added': 'an argument with a closed set of values takes more values',
  'completion-values-removed': 'an argument with a closed set of values takes fewer values',
  'configuration-added': 'a class takes a configuration now',
  'configuration-removed': 'a class takes no configuration any more',
  'configuration-required': 'a class now requires a configuration',
  'configuration-optional': 'a class no longer requires a configuration',
  'namespace-changed': 'the namespace of a class',
  'plugin-renamed': 'the plugin itself has another name',
  'skill-changed': 'a file of a skill',
  'view-changed': 'the page of a view, or the view that shows the results of a tool',
  'view-access-widened': 'a view asks for one more host or permission',
  'view-access-narrowed': 'a view asks for one host or permission less',
  'visibility-changed': 'whether the model, or views, may call a tool',
  'code-changed': 'only the code; nothing published',
} as const;

/** The name of a kind of change. */
export type ChangeKind = keyof typeof changeKinds;

/** One difference. */
export interface ManifestChange {
  readonly level: ChangeLevel;
  readonly kind: ChangeKind;
  /** The component that the change is about: `tool "forecast"`, `class "Weather"`, `plugin`. */
  readonly component: string;
  /** The place in the component's schemas or arguments: `input.filters.tags[]`; absent for the component itself. */
  readonly path?: string;
  /** The difference and its effect on a client, as a sentence without its full stop. */
  readonly says: string;
  /** A guess at the author's intent, such as a rename. */
  readonly hint?: string;
}
