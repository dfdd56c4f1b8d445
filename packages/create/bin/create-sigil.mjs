#!/usr/bin/env node
/**
 * Runs `npm create @sigil`. It is outside `dist`, so that npm can link it in a checkout that is not built yet.
 */
await import('../dist/main.js');
