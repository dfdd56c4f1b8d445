/**
 * Says why an authorization server sent a user back without a code.
 *
 * Spec: RFC 6749 §4.1.2.1, RFC 9207 §2.4
 */
import { escapeInvisible } from '@sigil/client/internal';

/** The facts of the metadata that an answer is checked against. */
export interface DeniedBy {
  readonly issuer: string;
  readonly authorization_response_iss_parameter_supported?: unknown;
}

/** Limit of the authorization server's own text, in characters. */
const mostWords = 200;

/** @param server absent if it has no metadata @returns the code and the description of the error, unless another server may have sent it */
export function describeDenial(answer: URLSearchParams, server: DeniedBy | undefined): string {
  const error = answer.get('error') ?? '';
  const isKnown = /^[\w.-]{1,64}$/.test(error) && error !== 'access_denied';
  if (!isKnown || !isOf(answer, server)) return 'you did not sign in: the authorization server gave no access';
  const words = escapeInvisible(answer.get('error_description') ?? '').slice(0, mostWords);
  return `the authorization server refused the sign-in with "${error}"${words === '' ? '' : ` (${words})`}`;
}

function isOf(answer: URLSearchParams, server: DeniedBy | undefined): boolean {
  if (!server) return true;
  const named = answer.get('iss');
  return named === null ? server.authorization_response_iss_parameter_supported !== true : named === server.issuer;
}
