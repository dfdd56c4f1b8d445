/**
 * The separators allowed between a server's name and a tool's, where several servers are offered together.
 */

/** Every client takes `_`; docs/reference/client-targets.md says which refuse a dot, a hyphen or two underscores. */
export const namespaceSeparators = ['_', '.', '-', '__'] as const;

/** One of them. */
export type NamespaceSeparator = (typeof namespaceSeparators)[number];
