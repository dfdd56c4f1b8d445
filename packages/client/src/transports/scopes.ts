/**
 * Lists of scopes in OAuth's syntax, and the scopes that a refusal demands.
 *
 * Spec: RFC 6749 §3.3, RFC 6750 §3, 2026-07-28 basic/authorization#scope-challenge-handling
 */

const member = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g;
const scopeList = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;
const longestList = 1_024;

/**
 * @param challenge the value of `WWW-Authenticate`
 * @returns the scopes that a token must have, separated by spaces; `undefined` when the refusal has another reason
 */
export function readWantedScope(challenge: string | readonly string[] | undefined): string | undefined {
  const text = [challenge ?? '']
    .flat()
    .join(', ')
    .slice(0, 4 * longestList);
  const begin = /(?:^|[\s,])bearer\s/i.exec(text);
  if (!begin) return undefined;
  const members = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of text.slice(begin.index).matchAll(member)) {
    const isNew = !members.has(name.toLowerCase());
    if (isNew) members.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain);
  }
  const scope = members.get('scope') ?? '';
  const isAsked = members.get('error') === 'insufficient_scope' && scope.length <= longestList && scopeList.test(scope);
  return isAsked ? scope : undefined;
}

/** @returns each scope once, separated by spaces; `undefined` when there is none */
export function joinScopes(...lists: readonly (string | undefined)[]): string | undefined {
  const all = new Set(lists.flatMap(split));
  return all.size === 0 ? undefined : [...all].join(' ');
}

/** Returns whether the first list has all scopes of the second. */
export function hasScopes(had: string | undefined, wanted: string): boolean {
  const all = new Set(split(had));
  return split(wanted).every((scope) => all.has(scope));
}

function split(list: string | undefined): string[] {
  return (list ?? '').split(' ').filter((scope) => scope !== '');
}
