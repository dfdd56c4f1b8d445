/**
 * `sigil serve`: serves a built plugin and swaps in later builds.
 */
import cluster from 'node:cluster';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { readConfiguration } from '../configuring/read-configuration.js';
import { UsageError } from '../failures/command-error.js';
import { givenClientOption, type ProxyClient } from '../serving/read-proxy-client.js';
import type { Terminal } from '../terminal/terminal.js';
import { collect } from './collect.js';
import type { GlobalOptions } from './common-options.js';
import { formatExamples } from './format-examples.js';
import type { Carrier } from '../serving/carrier.js';
import { addServingOptions, readCarrier, type ServingOptions } from './serving-options.js';

interface ServeOptions extends ServingOptions, ProxyClient, GlobalOptions {
  readonly proxy?: string;
  readonly header?: readonly string[];
  readonly protocol?: 'legacy' | 'modern';
  readonly open: boolean;
  readonly build?: boolean;
  readonly workers?: string;
  readonly mcp?: boolean;
}

const examples = [
  ['sigil serve', 'serve the plugin here at http://127.0.0.1:3000/mcp'],
  ['sigil serve plugins/date --port 0 --build', 'build it first, take any free port'],
  ['sigil serve --workers auto', 'a process for each core of this machine'],
  ['sigil serve --stdio', 'for clients that start their servers themselves'],
  ['sigil serve --stdio --native', 'each tool a method whose events follow as notifications'],
  ['sigil serve --proxy https://example.com/mcp --stdio', 'a remote server, for clients that know only programs'],
  [
    "sigil serve --proxy https://example.com/mcp --client-id app --client-secret '${KEY}'",
    'sign in as a registered client',
  ],
  ['sigil serve --proxy "npx -y some-server"', 'a program that is a server, at http://127.0.0.1:3000/mcp'],
] as const;

export function addServeCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('serve')
    .summary('serve a built plugin')
    .description(
      'Serve a built plugin, and swap in what later builds write. A plugin without a build is built first. ' +
        'With --proxy, serve a remote MCP server instead.',
    )
    .argument('[dir]', 'plugin folder', '.');
  addServingOptions(command)
    .addOption(new Option('--mcp', 'with --stdio: speak MCP, which is the default').conflicts('native'))
    .option('-b, --build', 'build before serving')
    .addOption(
      new Option(
        '--workers <number>',
        'processes that serve, for the cores of this machine; auto is one for each',
      ).conflicts(['stdio', 'proxy']),
    );
  addProxyOptions(command)
    .addHelpText('after', formatExamples(examples))
    .action(async (dir: string) => {
      const options = command.optsWithGlobals<ServeOptions>();
      const carrier = readCarrier(options);
      if (options.mcp && carrier.kind !== 'stdio')
        throw new UsageError('--mcp means nothing without --stdio: add it, or leave --mcp out');
      if (options.proxy !== undefined) return serveProxyOf({ ...options, proxy: options.proxy }, carrier, terminal);
      const { header, protocol, open } = options;
      const alone = header ? '--header' : protocol ? '--protocol' : open ? givenClientOption(options) : '--no-open';
      if (alone) throw new UsageError(`${alone} means nothing without --proxy: add it, or leave ${alone} out`);
      const { followConfiguration } = await import('../serving/follow-configuration.js');
      const configuration = await readConfiguration(options.config, terminal);
      const folder = resolve(terminal.cwd, dir);
      const request = { folder, carrier, buildFirst: options.build ?? false, configuration };
      // A worker leaves that to the process that began it.
      const followed = cluster.isWorker ? undefined : followConfiguration(options, terminal);
      try {
        if (options.workers === undefined) {
          const { servePlugin } = await import('../serving/serve-plugin.js');
          await servePlugin(request, terminal);
        } else {
          const { serveWithWorkers } = await import('../serving/serve-with-workers.js');
          await serveWithWorkers(request, options.workers, terminal);
        }
      } finally {
        followed?.close();
      }
    });
}

async function serveProxyOf(
  { proxy, header, protocol, open, ...client }: ServeOptions & { readonly proxy: string },
  carrier: Carrier,
  terminal: Terminal,
): Promise<void> {
  const { serveProxy } = await import('../serving/serve-proxy.js');
  const asked = { target: proxy, headers: header ?? [], protocol: protocol ?? ('auto' as const), carrier };
  await serveProxy({ ...asked, opensBrowser: open, client }, terminal);
}

function addProxyOptions(command: Command): Command {
  return command
    .option('--proxy <url|command>', 'serve a remote MCP server, or a program that is one, in place of a plugin')
    .option(
      '-H, --header <line>',
      'with --proxy and a URL: header for it, as "Name: value"; ${NAME} is a variable; may be repeated',
      collect,
    )
    .addOption(
      new Option(
        '--protocol <era>',
        'with --proxy: speak only the older revisions, or only the newest; found out by default',
      ).choices(['legacy', 'modern']),
    )
    .option(
      '--client-id <id>',
      'with --proxy: the client to sign in with, for authorization servers that register none on request',
    )
    .option(
      '--client-secret <secret>',
      'with --client-id: its secret; ${NAME} is a variable, which other users of this machine do not see',
    )
    .option(
      '--scope <scopes>',
      'with --proxy: the scopes to sign in for, separated by spaces, in place of those that the server names',
    )
    .option('--no-open', 'with --proxy: print the address of the page to sign in at, and open no browser');
}
