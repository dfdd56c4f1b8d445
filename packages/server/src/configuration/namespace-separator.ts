/**
 * What may stand between a server's name and the name of a tool, where several servers are offered together.
 */

/** Every client takes `_`; docs/reference/client-targets.md says which refuse a dot, a hyphen or two underscores. */
export const namespaceSeparators = ['_', '.', '-', '__'] as const;

/** One of them. */
export type NamespaceSeparator = (typeof namespaceSeparators)[number];
