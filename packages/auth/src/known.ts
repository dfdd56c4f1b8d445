/**
 * The providers and algorithms that a configuration may name. Data only, so that reading a configuration loads nothing else.
 */
export type { Provider } from './providers/provider.js';
export { providerNames, providers, standardProvider } from './providers/providers.data.js';
export { publicKeyAlgorithms } from './providers/public-key-algorithms.data.js';
export { expandScopes } from './scope-hierarchy.js';
