/**
 * The limits of an import. A document beyond one of the first six is refused, with the place; beyond one of the others, the import
 * writes less, with a notice.
 */
export const importLimits = {
  /** Operations that are written without `--only`, `--all` or `--search`. */
  maxUnchosenOperations: 40,
  /** Bytes of the document, and of each further file. */
  maxDocumentBytes: 67_108_864,
  /** Files that a document refers to. */
  maxFiles: 500,
  maxLevels: 200,
  /** Uses of aliases in one text of YAML, counted as they multiply. */
  maxAliasUses: 1_000,
  /** Longest time to fetch a document, or one of its files, in milliseconds. */
  fetchTimeoutMs: 30_000,
  /** Characters of a description; a longer one is cut after a sentence. */
  maxDescriptionLength: 2_000,
  /** Members of a body that become arguments of their own; a larger body is one argument. */
  maxSpreadMembers: 200,
  /** Places of a tuple; a longer one is a list of anything. */
  maxTuplePlaces: 50,
  /** Ways in which alternatives of one schema are combined; beyond, they are left out. */
  maxCombinedAlternatives: 32,
} as const;
