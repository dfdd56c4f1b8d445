/**
 * Builds the answer to a request that is refused: status and `WWW-Authenticate`.
 *
 * Spec: RFC 6750 §3, RFC 9728 §5.1, 2026-07-28 basic/authorization/index
 */
import type { ProtectedResource } from './protected-resource.js';

/** A refusal that a transport sends as it is. The message is for the caller and never says which check failed. */
export interface Challenge {
  readonly status: 400 | 401 | 403 | 429 | 503;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Parameters {
  readonly status: Challenge['status'];
  readonly message: string;
  /** The error code; the challenge then includes the message too. */
  readonly error?: string;
  readonly scopes?: readonly string[];
}

/** Challenges a request without a token. Nothing is wrong yet, so there is no `error`. */
export function tokenNeeded(resource: ProtectedResource): Challenge {
  return challenge(resource, { status: 401, message: 'a bearer token is needed', scopes: resource.scopes });
}

/** Refuses a token that is not valid for this resource, whatever the reason. */
export function invalidToken(resource: ProtectedResource): Challenge {
  const message = 'the bearer token is not valid here, or no longer';
  return challenge(resource, { status: 401, message, error: 'invalid_token', scopes: resource.scopes });
}

/** Refuses a header that cannot be parsed, or a token where none is allowed. */
export function malformedRequest(resource: ProtectedResource, message: string): Challenge {
  return challenge(resource, { status: 400, message, error: 'invalid_request' });
}

/** Refuses a valid token that lacks scopes. @param scopes all that the operation needs */
export function insufficientScope(resource: ProtectedResource, scopes: readonly string[]): Challenge {
  const message = 'the token lacks a scope that this needs';
  return challenge(resource, { status: 403, message, error: 'insufficient_scope', scopes });
}

/** Refuses a network with too many refused tokens. */
export function tooManyRefused(seconds: number): Challenge {
  const message = `too many refused tokens came from your network (limit maxRefusedTokens): try again in ${seconds} s`;
  return { status: 429, message, headers: { 'Retry-After': String(seconds) } };
}

/** Refuses a token that cannot be verified at present. */
export function cannotVerify(retrySeconds: number): Challenge {
  const message = 'tokens cannot be verified now: the issuer does not answer';
  return { status: 503, message, headers: { 'Retry-After': String(retrySeconds) } };
}

function challenge(resource: ProtectedResource, { status, message, error, scopes = [] }: Parameters): Challenge {
  const parameters = [
    ...(error === undefined ? [] : [`error=${quote(error)}`, `error_description=${quote(message)}`]),
    ...(resource.metadataUrl === undefined ? [] : [`resource_metadata=${quote(resource.metadataUrl)}`]),
    ...(scopes.length === 0 ? [] : [`scope=${quote(scopes.filter(isScopeToken).join(' '))}`]),
  ];
  return { status, message, headers: { 'WWW-Authenticate': ['Bearer', parameters.join(', ')].join(' ').trimEnd() } };
}

/** Writes a parameter. RFC 6750 §3 allows neither `"` nor `\`, not even escaped, and no character beyond printable ASCII. */
function quote(text: string): string {
  return `"${text.replaceAll('"', "'").replace(/[^\x20-\x5b\x5d-\x7e]/g, '?')}"`;
}

/** Returns whether a scope can be requested at all. Spec: RFC 6749 §3.3 */
function isScopeToken(scope: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope);
}
