/**
 * `sigil bundle`: writes the files for distributing a plugin: a bundle for desktop clients, an entry for a registry.
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { configFlags } from '../configuring/read-configuration.js';
import type { Terminal } from '../terminal/terminal.js';
import { formatExamples } from './format-examples.js';
import { finishGroup } from './help.js';

interface ServerJsonFlags {
  readonly out: string;
  readonly remote?: string;
  readonly mcpb?: string;
  readonly mcpbUrl?: string;
  readonly check?: boolean;
}

const examples = [
  ['sigil bundle mcpb', 'dice-1.0.0.mcpb, which Claude Desktop installs when it is opened'],
  ['sigil bundle server-json --remote https://mcp.example.com/mcp', 'server.json for the MCP registry'],
] as const;

const mcpbExamples = [
  ['sigil bundle mcpb', 'the plugin in this folder'],
  ['sigil bundle mcpb plugins/dice --out dice.mcpb', 'another one, into this file'],
  ['sigil bundle mcpb --config team.json', 'with these values, which nobody is asked for then'],
] as const;

const serverJsonExamples = [
  ['sigil bundle server-json --remote https://mcp.example.com/mcp', 'a server that runs there'],
  ['sigil bundle server-json --mcpb dice.mcpb --mcpb-url https://…/dice.mcpb', 'a bundle that is published there'],
  ['sigil bundle server-json --check', 'for CI: fail when the file is out of date'],
] as const;

export function addBundleCommand(program: Command, terminal: Terminal): void {
  const bundle = program
    .command('bundle')
    .summary('write a bundle of a plugin, or its entry for a registry')
    .description('Write the files by which others get a plugin.')
    .addHelpText('after', formatExamples(examples));
  addMcpb(bundle, terminal);
  addServerJson(bundle, terminal);
  finishGroup(bundle);
}

function addMcpb(bundle: Command, terminal: Terminal): void {
  bundle
    .command('mcpb')
    .summary('write an MCPB bundle, for clients that install by opening a file')
    .description(
      'Write one file with the plugin, its packages and a server for it. A client asks the person who installs it for the ' +
        "plugin's configuration, and hides what is marked @secret. Equal plugins give equal bytes.",
    )
    .argument('[dir]', 'plugin folder', '.')
    .option('-o, --out <file>', 'write to this file (default: {name}-{version}.mcpb here)')
    .option(configFlags, 'JSON file with values of the configuration that nobody is to be asked for')
    .addHelpText('after', formatExamples(mcpbExamples))
    .action(async (dir: string, { out, config }: { out?: string; config?: string }) => {
      const { bundleMcpb } = await import('../bundling/bundle-mcpb.js');
      await bundleMcpb({ folder: resolve(terminal.cwd, dir), out, configFile: config }, terminal);
    });
}

function addServerJson(bundle: Command, terminal: Terminal): void {
  bundle
    .command('server-json')
    .summary('write server.json, the entry of the MCP registry')
    .description(
      "Write the entry from the plugin's package.json and manifest. It says how to get the server: the npm package when it has " +
        'a "bin", a bundle, or an address. The package.json has the name as "mcpName", such as "io.github.acme/dice".',
    )
    .argument('[dir]', 'plugin folder', '.')
    .option('-o, --out <file>', 'write to this file', 'server.json')
    .option('--remote <url>', 'the server runs at this address')
    .option('--mcpb <file>', 'a bundle that sigil bundle mcpb wrote')
    .option('--mcpb-url <url>', 'where the bundle is published')
    .option('--check', 'write nothing, and end with 1 when the file is not what would be written')
    .addHelpText('after', formatExamples(serverJsonExamples))
    .action(async (dir: string, { out, remote, mcpb, mcpbUrl, check = false }: ServerJsonFlags) => {
      const { bundleServerJson } = await import('../bundling/bundle-server-json.js');
      const places = { remote, mcpb, mcpbUrl };
      await bundleServerJson({ folder: resolve(terminal.cwd, dir), out, ...places, isCheck: check }, terminal);
    });
}
