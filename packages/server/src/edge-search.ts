/**
 * The search for tools in edge runtimes, which `openEdgeHandler` loads if a server has one. It is bundled alone: the modules that it shares
 * with servers on Node are beside code that reads files.
 */
export { openDiscovery, problemsOfDiscovery } from './discovery/open-discovery.js';
