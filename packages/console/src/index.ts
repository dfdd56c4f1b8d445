/**
 * The files of the console for a server to serve.
 */
export { readPageAssets, type PageAsset, type PageAssets } from './page-assets.js';
