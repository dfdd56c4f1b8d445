/**
 * The URIs and templates that builds accept.
 */
import type { Node } from 'ts-morph';
import { Untranslated } from '../untranslated.js';

/** The query at the end of a template: `{?page,limit}`. */
export const queryExpression = /\{\?([A-Za-z_]\w*(?:,[A-Za-z_]\w*)*)\}$/;

/** @throws Untranslated for a URI that builds refuse, or with an expression that only RFC 6570 has */
export function checkUri(call: Node, uri: string, options: { readonly hasQuery?: boolean } = {}): void {
  const path = options.hasQuery === true ? uri.replace(queryExpression, '') : uri;
  const expressions = [...path.matchAll(/\{([^}]*)\}/g)].map(([, inner]) => inner ?? '');
  const bad = expressions.find((inner) => !/^\+?[A-Za-z_]\w*$/.test(inner));
  if (bad !== undefined)
    throw new Untranslated(call, 'ResourceTemplate', `the expression {${bad}} of the template has no equivalent here`);
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri) || /\}\{/.test(path))
    throw new Untranslated(call, 'ResourceTemplate', 'builds refuse this URI');
}
