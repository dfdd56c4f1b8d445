/**
 * Answers a list that the client has already with "not modified", for clients that declare this extension of ours.
 *
 * A list's validator is the content id of its items, the same in every process that serves it.
 */
import type { EncodedResult, OperationResult, ResultMembers } from '../calls/operation-result.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { cidOf } from '../manifest/content-id.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { sigilMetaKeys } from '../revisions/sigil-meta-keys.js';
import { notModifiedExtension } from '../revisions/extensions.js';

/** A list as it was written for one revision. */
export interface ValidatedList {
  /** The name of the member with the items. */
  readonly member: string;
  /** All items as JSON text. */
  readonly items: string;
  /** The cache hints of its answers, as members. */
  readonly hints: string;
}

const validators = new WeakMap<object, Promise<string>>();

/**
 * Returns the validator that the client sends, empty if it has no list yet; `undefined` for a client without the extension.
 *
 * Interceptors may change a list for each caller, so a list that passes through them has no validator.
 */
export function readKnownValidator(call: OperationCall, method: string): string | undefined {
  if (call.server.interceptors?.covers(method)) return undefined;
  const { _meta: meta } = call.params;
  return isJsonObject(meta) ? knownValidatorIn(meta, call.clientCapabilities) : undefined;
}

/** Returns the same from the metadata of a request whose list does not pass through interceptors. */
export function knownValidatorIn(meta: JsonObject, clientCapabilities: JsonObject): string | undefined {
  const known = meta[sigilMetaKeys.ifNoneMatch];
  return typeof known === 'string' && declaresNotModified(clientCapabilities) ? known : undefined;
}

/** @param list the same object for the same list @param write returns the text of the list; called once */
export function validatorOf(list: object, write: () => string): Promise<string> {
  const computing = validators.get(list) ?? cidOf(write());
  validators.set(list, computing);
  return computing;
}

/** Returns the members for the `_meta` of an answer with this list. */
export function validatorMembers(validator: string, known: string): JsonObject {
  const isKnown = known === validator;
  return { [sigilMetaKeys.validator]: validator, ...(isKnown && { [sigilMetaKeys.notModified]: true }) };
}

/** @returns the page with its validator, or an empty list if the client has this one */
export async function answerIfModified(
  list: ValidatedList,
  page: EncodedResult | ResultMembers,
  known: string,
): Promise<OperationResult> {
  const validator = await validatorOf(list, () => `${list.member}:${list.items}`);
  const meta = validatorMembers(validator, known);
  if (known === validator) return { members: `"${list.member}":[]${list.hints}`, type: 'complete', meta };
  return typeof page === 'string' ? { members: page, type: 'complete', meta } : new PageWithMeta(page, meta);
}

/** Returns whether a client declares the extension. */
function declaresNotModified({ extensions }: JsonObject): boolean {
  return isJsonObject(extensions) && isJsonObject(extensions[notModifiedExtension]);
}

/** Shares the bytes of the page. */
class PageWithMeta implements EncodedResult {
  constructor(
    private readonly page: EncodedResult,
    readonly meta: JsonObject,
  ) {}

  get members(): string {
    return this.page.members;
  }

  get bytes(): Uint8Array {
    return this.page.bytes;
  }
}
