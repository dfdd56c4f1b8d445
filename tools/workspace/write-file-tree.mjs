/**
 * Writes the tree of every source file, with the first sentence of each, into docs/architecture.md.
 *
 * With `--check` it writes nothing and fails when the tree there is not the one it would write.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const document = 'docs/architecture.md';
const fence = /```tree\n[\s\S]*?```\n/;

/** Files that speak for themselves, or are told of in the README beside them. */
const untold = /\.(test|test-support|config)\.ts$|(^|\/)(package(-lock)?|tsconfig[^/]*|nx|knip)\.json$|\.d\.(ts|mts)$/;

/** @returns {string[]} */
function sourceFiles() {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'packages', 'apps', 'tools'],
    {
      encoding: 'utf8',
    },
  );
  return listed
    .split('\n')
    .filter((path) => /\.(ts|mjs)$/.test(path) && !untold.test(path))
    .sort();
}

/** @param {string} path */
function firstSentence(path) {
  if (path.endsWith('/index.ts')) return 'what the package exports';
  const header = /^(?:#!.*\n)?\/\*\*\n([\s\S]*?)\*\//.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  const text = header
    .split('\n')
    .map((line) => line.replace(/^ \* ?/, '').trim())
    .join(' ')
    .trim();
  return /^(.*?[.!?])(?: |$)/.exec(text)?.[1]?.replace(/\.$/, '') ?? 'tells nothing of itself';
}

function writeTree() {
  /** @type {string[]} */
  const lines = [];
  /** @type {readonly string[]} */
  let folders = [];
  for (const path of sourceFiles()) {
    const segments = path.split('/');
    const name = segments.pop();
    segments.forEach((segment, level) => {
      if (folders[level] === segment) return;
      folders = [...folders.slice(0, level), segment];
      lines.push(`${'  '.repeat(level)}${segment}/ — ${folderRole(folders)}`);
    });
    folders = segments;
    lines.push(`${'  '.repeat(segments.length)}${name} — ${firstSentence(path)}`);
  }
  return `\`\`\`tree\n${lines.join('\n')}\n\`\`\`\n`;
}

/** @param {readonly string[]} folders */
function folderRole(folders) {
  try {
    return JSON.parse(readFileSync(`${folders.join('/')}/package.json`, 'utf8')).description ?? 'a project of its own';
  } catch {
    return roles[folders.join('/')] ?? roles[folders.at(-1) ?? ''] ?? 'part of the above';
  }
}

/** What folders without a package.json are for; by path, or by name wherever it stands. */
const roles = /** @type {Record<string, string>} */ ({
  packages: 'what is published to npm',
  apps: 'what is deployed',
  tools: 'for this workspace only',
  src: 'the sources',
  'apps/server/plugins': 'the bundled plugins, each a package as an author would write it',
  'apps/conformance/plugins': 'what the suite calls, as a plugin',
  'apps/conformance/src/judging': 'how the suite is run and read',
  test: 'what needs the built package: other processes, other peers',
  'packages/core/src/asking': 'questions to the client, in either era',
  'packages/core/src/callers': 'who may call at all',
  'packages/core/src/catalog': 'what a server offers and how it is run',
  'packages/core/src/decorators': 'what authors put on their methods',
  'packages/core/src/engine': 'conversations and exchanges',
  'packages/core/src/errors': 'errors for peers, authors and operators',
  'packages/core/src/json-rpc': 'messages as such',
  'packages/core/src/manifest': 'the contract between build and server',
  'packages/core/src/model': 'the neutral vocabulary',
  'packages/core/src/operations': 'one file for each MCP method',
  'packages/core/src/revisions': 'the only folder that knows protocol dates',
  'packages/cli/bin': 'the launcher that npm links',
  'packages/cli/src/building': 'builds for the commands that need one',
  'packages/cli/src/calling': 'one call and what it prints',
  'packages/cli/src/commands': 'one file for each command',
  'packages/cli/src/creating': 'a plugin that was not there before',
  'packages/cli/templates': 'what new plugins are made of, for the command and for Nx',
  'packages/cli/src/failures': 'what goes wrong, in words and exit codes',
  'packages/cli/src/listing': 'what a server offers, as tables',
  'packages/cli/src/serving': 'a plugin on the air',
  'packages/cli/src/targets': 'a folder or a URL, spoken to alike',
  'packages/cli/src/terminal': 'where output goes and how it looks',
  'packages/codegen/src/build': 'from a folder to its build output',
  'packages/codegen/src/bundle': 'the code that is run',
  'packages/codegen/src/decoders': 'arguments and their checks, as generated JavaScript',
  'packages/codegen/src/diagnostics': 'what is wrong with a source, and how it is shown',
  'packages/codegen/src/manifest': 'what clients may know',
  'packages/codegen/src/model': 'a plugin between reading and writing',
  'packages/codegen/src/reader': 'the only folder that knows the compiler',
  'packages/codegen/src/reader/types': 'types by their JSON meaning',
  'packages/core/src/operations/tasks': 'calls that a client leaves and comes back for',
  'packages/core/src/tasks': 'calls that a client leaves and comes back for',
  'packages/testing/src/clients': 'clients of either era, in memory',
  'packages/testing/src/contracts': 'suites that all implementations of one idea pass',
  'packages/testing/src/requirements': 'every rule of the protocol, held against the tests',
  'packages/testing/src/schemas': 'the published schemas as judges',
  'packages/plugin-host/src/composing': 'several catalogs as one',
  'packages/plugin-host/src/hosting': 'one plugin in this server: its generations, how it boots, how it swaps',
  'packages/plugin-host/src/links': 'how code is reached: in this thread, a worker, a process',
  'packages/plugin-host/src/origins': 'where built plugins come from',
  'packages/plugin-host/src/store': 'content by its CID',
  'apps/server/src/mcps': 'the servers that the operator configured',
  'packages/transport-stdio/src/programs': 'programs that tests start',
  programs: 'programs that tests start',
  'tools/nx-plugin/generators': 'what nx g writes, and what nx sync mends',
  'tools/nx-plugin/generators/component': 'methods and their tests, added to what is there',
  'tools/nx-plugin/generators/manifest': 'committed manifests that say what the sources say',
  'tools/nx-plugin/generators/plugin': 'a plugin from the templates',
  'tools/nx-plugin/generators/server': 'a server for the map',
  'tools/checks/packaging': 'what is published, installed as a stranger would',
  'tools/checks/src/boundaries': 'who may import whom',
  'tools/checks/src/cycles': 'nobody imports himself',
  'tools/checks/src/dates': 'protocol dates stay in one folder',
  'tools/checks/src/docs': 'trees, links and snippets are true',
  'tools/checks/src/lockfile': 'the lockfile serves every platform',
  'tools/checks/src/style': 'what the style demands beyond the linter',
  'tools/checks/src/workspace': 'the sources that are checked',
  'apps/server/src/configuration': 'what the operator decides',
  'apps/server/src/mounts': 'plugins as servers',
  'apps/server/src/pages': 'what a browser or a probe gets',
  'apps/server/src/running': 'from start to stop',
  'apps/server/src/terminal': 'what the operator sees',
  'apps/server/plugins/sql/src/data': 'the bookshop in rows',
  'apps/conformance/plugin': 'the surface that the official suite needs',
  'tools/bench/serving/served': 'our server as it is benched, judged and attacked',
});

const before = readFileSync(document, 'utf8');
const after = fence.test(before) ? before.replace(fence, () => writeTree()) : `${before}${writeTree()}`;
if (before === after) process.exit(0);
if (process.argv.includes('--check')) {
  console.error(`${document}: the tree of files is out of date; run "npm run docs:tree"`);
  process.exit(1);
}
writeFileSync(document, after);
