/**
 * The files of the console for a server to serve, and the data that its dashboard reads.
 */
export type * from './dashboard-data.js';
export { readPageAssets, type PageAsset, type PageAssets } from './page-assets.js';
