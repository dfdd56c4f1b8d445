/**
 * The content security policy of a view and its allowlist of connections, from the hosts that it declares.
 *
 * Knows no DOM and no Node: the sandbox's server writes the header, and the page names the hosts that were left out.
 * Spec: ext-apps 2026-01-26 #content-security-policy-enforcement
 */

/** The hosts of a view, as they came from its server. */
export interface DeclaredHosts {
  readonly connectDomains?: unknown;
  readonly resourceDomains?: unknown;
  readonly frameDomains?: unknown;
  readonly baseUriDomains?: unknown;
}

/** The kinds of hosts that a view declares. */
export const hostKinds = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const;

/** One of `hostKinds`. */
export type HostKind = (typeof hostKinds)[number];

/** The hosts of one kind that a policy allows, and those that it leaves out with the reason. */
export interface SortedHosts {
  readonly allowed: readonly string[];
  readonly refused: readonly { readonly host: string; readonly why: string }[];
}

/** The largest number of hosts of one kind; the policy is a header, and headers have a limit. */
export const maxViewHosts = 50;

const origin = /^(https?|wss?):\/\/((?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}|\*))?\/?$/i;
const longestHost = 300;
const notAnOrigin = 'it is not an origin such as https://api.example.com';
const ownHost = 'it is the address of this server';

/** Sorts the hosts of one kind. @param own the origins of the page and of the sandbox, which no view may reach */
export function sortHosts(declared: unknown, own: readonly string[]): SortedHosts {
  const given = Array.isArray(declared) ? (declared as readonly unknown[]) : [];
  const allowed: string[] = [];
  const refused: { host: string; why: string }[] = [];
  for (const host of given) {
    const why = typeof host === 'string' ? problemOf(host, own) : notAnOrigin;
    if (allowed.length >= maxViewHosts) refused.push({ host: nameOf(host), why: `more than ${maxViewHosts} hosts` });
    else if (why !== undefined) refused.push({ host: nameOf(host), why });
    else allowed.push(String(host).replace(/\/$/, ''));
  }
  return { allowed, refused };
}

/**
 * Writes the policy of the sandbox's page, which the view inside it inherits. Without a declaration a view reaches nothing.
 *
 * @param embedder the origin of the page that may show it
 */
export function writeViewPolicy(declared: DeclaredHosts, own: readonly string[], embedder: string): string {
  const hosts = (kind: HostKind): string => sortHosts(declared[kind], own).allowed.join(' ');
  const loaded = hosts('resourceDomains');
  const directives: readonly (readonly [name: string, sources: string])[] = [
    ['default-src', "'none'"],
    ['script-src', `'unsafe-inline' ${loaded}`],
    ['style-src', `'unsafe-inline' ${loaded}`],
    ['img-src', `data: ${loaded}`],
    ['media-src', `data: ${loaded}`],
    ['font-src', loaded || "'none'"],
    ['connect-src', hosts('connectDomains') || "'none'"],
    // The view is a frame of the sandbox's page, so this also keeps it from leaving for another host.
    ['frame-src', hosts('frameDomains') || "'none'"],
    ['base-uri', hosts('baseUriDomains') || "'none'"],
    ['object-src', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', embedder],
  ];
  return directives.map(([name, sources]) => `${name} ${sources.trim()}`).join('; ');
}

/** The schemes that a content policy allows with each; a policy may be met by the safe variant. */
const alsoAllowed: Readonly<Record<string, readonly string[]>> = {
  http: ['http{s}?'],
  ws: ['ws{s}?', 'http{s}?'],
  wss: ['wss', 'https'],
};

/**
 * Writes the `Connection-Allowlist` of the sandbox's page, which the view inherits as it does the policy. Browsers that have it refuse WebRTC,
 * which no content policy covers. Where a redirect may lead is left to the policy.
 */
export function writeConnectionAllowlist(declared: DeclaredHosts, own: readonly string[]): string {
  const hosts = (['connectDomains', 'resourceDomains', 'frameDomains'] as const).flatMap(
    (kind) => sortHosts(declared[kind], own).allowed,
  );
  const patterns = new Set(
    hosts.flatMap((host) => {
      const [scheme = '', rest = ''] = host.split('://');
      return (alsoAllowed[scheme.toLowerCase()] ?? [scheme]).map((allowed) => `"${allowed}://${rest}"`);
    }),
  );
  return `(${[...patterns].join(' ')});redirects=allow;webrtc=block`;
}

function problemOf(host: string, own: readonly string[]): string | undefined {
  const found = host.length <= longestHost ? origin.exec(host) : null;
  if (!found) return notAnOrigin;
  const [, scheme = '', name = '', port] = found;
  const isOwn = own.some((address) => reaches(name.toLowerCase(), port ?? portOf(scheme), new URL(address)));
  return isOwn ? ownHost : undefined;
}

/** Returns whether a declared host, perhaps with wildcards, covers an origin of ours. Schemes do not matter: one port has one server. */
function reaches(name: string, port: string, { hostname, port: given, protocol }: URL): boolean {
  if (port !== '*' && port !== (given || portOf(protocol))) return false;
  if (name === hostname) return true;
  if (name.startsWith('*.')) return hostname.endsWith(name.slice(1));
  return isLoopback(name) && isLoopback(hostname);
}

function portOf(scheme: string): string {
  return /^(?:https|wss):?$/i.test(scheme) ? '443' : '80';
}

/** Returns whether a host name in lower case is always this machine. */
export function isLoopback(name: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]*:[0-9a-f]*\])$/.test(
    name,
  );
}

function nameOf(host: unknown): string {
  return String(host).slice(0, longestHost);
}
