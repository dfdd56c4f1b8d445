/**
 * `sigil publish`: publishes a plugin's build to a registry, from which servers load it.
 */
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { registryHelp } from '../publishing/registry-help.js';
import { formatOption } from './common-options.js';
import { formatExamples } from './format-examples.js';

const examples = [
  ['sigil publish --to /srv/registry', 'publish the plugin in this folder'],
  ['sigil publish plugins/date --to registry', 'publish another one'],
  [
    'sigil publish --to oci://registry.example.com/plugins',
    'to an OCI registry; MCP_REGISTRY_CREDENTIALS is user:password',
  ],
  ['sigil publish --to registry --format json | jq -r .manifestCid', 'with the CID for a script'],
] as const;

export function addPublishCommand(program: Command, terminal: Terminal): void {
  program
    .command('publish')
    .summary('put a plugin into a registry')
    .description(
      'Put the build of a plugin into a registry; every server that follows the registry swaps it in within a second. ' +
        'A plugin whose build is stale is built first.',
    )
    .argument('[dir]', 'plugin folder', '.')
    .requiredOption('--to <registry>', `the registry: ${registryHelp}; made where it is missing`)
    .addOption(formatOption())
    .addHelpText('after', formatExamples(examples))
    .action(async (dir: string, { to, format }: { to: string; format: 'text' | 'json' }) => {
      const { publishFolder } = await import('../publishing/publish-folder.js');
      await publishFolder({ dir, registry: to, format }, terminal);
    });
}
