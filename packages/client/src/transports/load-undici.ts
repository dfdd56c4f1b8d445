/**
 * Loads undici when a process first opens a connection, without a change to the global `fetch` of the process, plugins' included.
 */
import { createRequire } from 'node:module';
import type * as Undici from 'undici';

const require = createRequire(import.meta.url);

/** Takes some 80 ms the first time. */
export function loadUndici(): typeof Undici {
  // undici's dispatcher becomes that of the global `fetch` unless there is one. Node makes its own with the first use of `Response`.
  void globalThis.Response;
  return require('undici') as typeof Undici;
}
