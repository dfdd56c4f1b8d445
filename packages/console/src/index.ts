/**
 * The files of the console for a server to serve, the data that its dashboard reads, and the policy of its views.
 */
export type * from './dashboard-data.js';
export { readPageAssets, type PageAssets } from './page-assets.js';
export { viewLimits } from './view-limits.js';
export { isLoopback, writeConnectionAllowlist, writeViewPolicy, type DeclaredHosts } from './view-policy.js';
