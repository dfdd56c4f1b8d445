/**
 * Makes Node compile TypeScript sources of linked packages when it loads them, each on its own.
 */
import { register } from 'node:module';

register('./source-hooks.mjs', import.meta.url);
