/**
 * Makes the `fetch` of a whole process use the proxies that its environment names, as `NODE_USE_ENV_PROXY` does in newer versions of Node.
 */
import { loadUndici } from './transports/load-undici.js';
import { readProxies } from './transports/proxy-choice.js';

export { ProxyVariableError } from './transports/proxy-choice.js';

/** This machine, in the form of `NO_PROXY`. */
const listHostNames = 'localhost,127.0.0.1,[::1]';

/**
 * Changes the global `fetch` for good, and only where the environment names a proxy. To be called before anything is fetched.
 *
 * @throws ProxyVariableError when a variable that names a proxy holds no URL of one
 */
export function useProxies(environment: Readonly<Record<string, string | undefined>>): void {
  const proxies = readProxies(environment);
  if (!proxies) return;
  const { http, https, except } = proxies;
  const { EnvHttpProxyAgent, setGlobalDispatcher } = loadUndici();
  const named = { ...(http ? { httpProxy: http.href } : {}), ...(https ? { httpsProxy: https.href } : {}) };
  setGlobalDispatcher(new EnvHttpProxyAgent({ ...named, noProxy: `${except},${listHostNames}`, proxyTunnel: false }));
}
