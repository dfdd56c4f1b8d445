#!/usr/bin/env node
/**
 * The `sigil` command. It stands outside `dist`, so that npm can link it in a checkout where nothing is built yet.
 */
import module from 'node:module';

// Node 22.8 and later keep compiled code, that of the TypeScript compiler above all, from one run to the next.
module.enableCompileCache?.();
await import('../dist/main.js');
