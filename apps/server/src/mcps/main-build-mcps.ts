#!/usr/bin/env node
/**
 * The program behind `npm run build:mcps`: builds `mcps.json` and puts everything that it refers to into the content store.
 *
 * It finds both where the server does, by the same flags and variables.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openFileStore } from '@sigil/plugin-host';
import { Command } from 'commander';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { readConfiguration, type RawConfiguration } from '../configuration/configuration.js';
import { packageRoot } from '../package-root.js';
import { buildMcps } from './build-mcps.js';

const bundledPlugins = fileURLToPath(new URL('plugins', packageRoot));

const program = new Command('build-mcps')
  .description('Builds mcps.json from mcps.source.json: names of servers, with the CIDs of their configurations.')
  .option('--mcps <file>', 'the mcps.source.json to build')
  .option('--state <folder>', 'folder that mcps.json and the content go to');

async function main(): Promise<void> {
  try {
    const { mcps, stateFolder } = readConfiguration(
      program.parse().opts<RawConfiguration>(),
      process.env,
      bundledPlugins,
    );
    if (mcps === undefined) throw new ConfigurationError('MCP_MCPS: there is no mcps.source.json to build');
    if (stateFolder === undefined) throw new ConfigurationError('MCP_STATE: there is no folder to write to');
    const outFile = join(stateFolder, 'mcps.json');
    const { cids } = await buildMcps({ sourceFile: mcps, store: openFileStore(join(stateFolder, 'content')), outFile });
    process.stdout.write(`${outFile}: refers to ${cids.length} files\n`);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

await main();
