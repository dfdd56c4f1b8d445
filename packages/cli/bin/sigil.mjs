#!/usr/bin/env node
/**
 * The `sigil` command. It stands outside `dist`, so that npm can link it in a checkout where nothing is built yet.
 */
import '../dist/main.js';
