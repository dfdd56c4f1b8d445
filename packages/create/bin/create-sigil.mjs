#!/usr/bin/env node
/**
 * The program behind `npm create @sigil`. It stands outside `dist`, so that npm can link it in a checkout where nothing is built yet.
 */
await import('../dist/main.js');
