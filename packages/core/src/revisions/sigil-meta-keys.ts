/**
 * The `_meta` keys of this project: they carry data for programs between a client and a server.
 *
 * Spec: 2025-11-25 basic/index#_meta
 */
export const sigilMetaKeys = {
  /** On a question to the client: the key given by its author, as in `inputRequests` of a newer revision. */
  questionKey: 'dev.sigil/questionKey',
  /** On a tool's error result: the client capabilities that the call needs, as in the error of a newer revision. */
  requiredCapabilities: 'dev.sigil/requiredCapabilities',
  /** On a list: the content id of its items. Sent to clients that declare the extension `dev.sigil/not-modified`. */
  validator: 'dev.sigil/validator',
  /** On a request for a list: the validator of the list that the client has, empty if it has none. */
  ifNoneMatch: 'dev.sigil/ifNoneMatch',
  /** `true` on the answer to such a request if that list is still the present one; the list in the answer is then empty. */
  notModified: 'dev.sigil/notModified',
  /** On the result of a search for tools: the scores of the found tools, in their order. */
  searchScores: 'dev.sigil/searchScores',
} as const;
