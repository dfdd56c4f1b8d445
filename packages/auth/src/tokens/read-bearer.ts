/**
 * Reads the token of an `Authorization` header.
 *
 * Spec: RFC 6750 §2.1, RFC 9110 §11.6.2
 */

/** `none`: no bearer token is presented. `malformed`: one is that breaks the grammar, or several are. */
export type PresentedToken =
  { readonly kind: 'token'; readonly token: string } | { readonly kind: 'none' } | { readonly kind: 'malformed' };

const grammar = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;
const namesBearer = /(?:^|,)[ \t]*bearer(?:[ \t,]|$)/i;

/** @param header the header's value; several of them joined with commas */
export function readBearer(header: string | undefined): PresentedToken {
  if (header === undefined) return { kind: 'none' };
  const token = grammar.exec(header)?.[1];
  if (token !== undefined) return { kind: 'token', token };
  return { kind: header === '' || namesBearer.test(header) ? 'malformed' : 'none' };
}
