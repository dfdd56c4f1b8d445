/**
 * The separators allowed between a server's name and a tool's, where several servers are offered together.
 */

/** Every client accepts `_`; docs/reference/client-targets.md names those that refuse a dot, a hyphen or two underscores. */
export const namespaceSeparators = ['_', '.', '-', '__'] as const;

/** A separator between a server's name and a tool's. */
export type NamespaceSeparator = (typeof namespaceSeparators)[number];
