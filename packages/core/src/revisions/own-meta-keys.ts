/**
 * The `_meta` keys of this project: they carry what older revisions have no words for, to a gateway that translates.
 *
 * Spec: 2025-11-25 basic/index#_meta
 */
export const ownMetaKeys = {
  /** Of a question to the client: the key that its author gave it, as in `inputRequests` of a newer revision. */
  questionKey: 'dev.sigil/questionKey',
  /** Of a tool's result that is an error: the client capabilities that the call needs, as in the error of a newer revision. */
  requiredCapabilities: 'dev.sigil/requiredCapabilities',
} as const;
