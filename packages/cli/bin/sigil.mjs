#!/usr/bin/env node
/**
 * The `sigil` command. It is outside `dist`, so that npm can link it in a checkout that is not built yet.
 */
import module from 'node:module';

// Node 22.8 and later cache compiled code between runs, above all that of the TypeScript compiler.
module.enableCompileCache?.();
await import('../dist/main.js');
