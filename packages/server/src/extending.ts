/**
 * Extensions and interceptors as a separate entry: programs that serve one plugin load them only where there are some.
 */
export { openExtending, type ExtendedEngine, type OpenExtending } from './extending/open-extending.js';
