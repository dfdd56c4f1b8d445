/**
 * The sign-in pages for one user as a separate entry, for programs that serve nothing else over HTTP.
 */
export { openSignInPages } from './remotes/open-sign-in-pages.js';
