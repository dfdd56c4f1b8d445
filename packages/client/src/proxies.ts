/**
 * Makes the `fetch` of a whole process use the proxies that its environment names, as `NODE_USE_ENV_PROXY` does in newer versions of Node.
 */
import { createRequire } from 'node:module';
import type * as Undici from 'undici';
import { readProxies } from './transports/proxy-for.js';

export { ProxyVariableError } from './transports/proxy-for.js';

/** This machine, in the form of `NO_PROXY`. */
const ownHosts = 'localhost,127.0.0.1,[::1]';

/**
 * Changes the global `fetch` for good, and only where the environment names a proxy. To be called before anything is fetched.
 *
 * @throws ProxyVariableError when a variable that names a proxy holds no URL of one
 */
export function useProxies(environment: Readonly<Record<string, string | undefined>>): void {
  const proxies = readProxies(environment);
  if (!proxies) return;
  const { http, https, except } = proxies;
  // Loaded only here: few servers are behind a proxy, and the module changes the global `fetch` by itself.
  const { EnvHttpProxyAgent, setGlobalDispatcher } = createRequire(import.meta.url)('undici') as typeof Undici;
  const named = { ...(http ? { httpProxy: http.href } : {}), ...(https ? { httpsProxy: https.href } : {}) };
  setGlobalDispatcher(new EnvHttpProxyAgent({ ...named, noProxy: `${except},${ownHosts}`, proxyTunnel: false }));
}
