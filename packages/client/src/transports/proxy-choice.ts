/**
 * Reads from the environment which proxy leads to a URL, by the variables that Node's own `fetch` and other programs know.
 */

/** Environment variables by name. */
type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of each scheme, in the order in which they apply. */
const names = {
  'http:': ['http_proxy', 'HTTP_PROXY'],
  'https:': ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'],
} as const;
/** This machine, which no proxy is needed for. */
const ownHost = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** A variable that names a proxy holds no URL of one. */
export class ProxyVariableError extends Error {
  override readonly name = 'ProxyVariableError';
}

/** The proxies that the environment names. */
export interface Proxies {
  readonly http: URL | undefined;
  readonly https: URL | undefined;
  /** The hosts that are reached without one, as the variable lists them. */
  readonly except: string;
}

/** @returns `undefined` when the environment names no proxy, or excepts every host @throws ProxyVariableError */
export function readProxies(environment: Environment): Proxies | undefined {
  const except = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
  if (entriesOf(except).includes('*')) return undefined;
  const http = readProxy(environment, names['http:']);
  const https = readProxy(environment, names['https:']);
  if (!http && !https) return undefined;
  return { http, https, except };
}

/** @param url of the scheme `http:` or `https:` @returns `undefined` for a URL that is reached directly @throws ProxyVariableError */
export function proxyFor(url: URL, environment: Environment): URL | undefined {
  const proxies = readProxies(environment);
  if (!proxies || ownHost.test(url.hostname) || isExcepted(url, proxies.except)) return undefined;
  return url.protocol === 'https:' ? proxies.https : proxies.http;
}

function readProxy(environment: Environment, variables: readonly string[]): URL | undefined {
  const name = variables.find((it) => environment[it]);
  if (name === undefined) return undefined;
  const value = environment[name] ?? '';
  const text = value.includes('://') ? value : `http://${value}`;
  if (isProxyUrl(text)) return new URL(text);
  // The value may hold a password.
  throw new ProxyVariableError(`the variable ${name} must be the http: or https: URL of a proxy`);
}

function isProxyUrl(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    decodeURIComponent(username + password);
    return protocol === 'http:' || protocol === 'https:';
  } catch {
    return false;
  }
}

function entriesOf(except: string): readonly string[] {
  return except.split(/[,\s]+/).filter((entry) => entry !== '');
}

function isExcepted({ hostname, port, protocol }: URL, except: string): boolean {
  const ownPort = port === '' ? defaultPorts[protocol] : port;
  return entriesOf(except).some((entry) => {
    const [, host = '', atPort] = /^(.+?)(?::(\d+))?$/.exec(entry) ?? [];
    const name = host.replace(/^\*?\./, '').toLowerCase();
    if (atPort !== undefined && atPort !== ownPort) return false;
    return hostname === name || hostname.endsWith(`.${name}`);
  });
}
