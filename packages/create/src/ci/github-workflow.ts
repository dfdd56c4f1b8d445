/**
 * Writes the workflow for GitHub Actions that checks a plugin: build, tests, clients, budget, words, and changes against the main branch.
 */
import type { PackageManager } from '../package-manager.js';

/** The plugin that the workflow checks. All paths are relative to the repository, with `/`, and `.` for its root. */
export interface CheckedPlugin {
  readonly name: string;
  readonly folder: string;
  /** The folder with the lockfile: that of the plugin, or of its workspace. */
  readonly installFolder: string;
  readonly packageManager: PackageManager;
  readonly hasTests: boolean;
  /** The branch that changes are compared with. */
  readonly mainBranch: string;
  /** The package.json that names the version of the package manager, if one does. */
  readonly versionFile: string | undefined;
}

interface Commands {
  /** @param versionFile see `CheckedPlugin` */
  readonly setUp: (versionFile: string | undefined) => readonly string[];
  /** The cache of `actions/setup-node`; absent for a package manager that it does not know. */
  readonly cache?: 'npm' | 'pnpm' | 'yarn';
  readonly lockfile: string;
  readonly install: string;
  readonly test: string;
  readonly exec: string;
}

const commands: Readonly<Record<PackageManager, Commands>> = {
  npm: {
    setUp: () => [],
    cache: 'npm',
    lockfile: 'package-lock.json',
    install: 'npm ci',
    test: 'npm test',
    exec: 'npx',
  },
  pnpm: {
    setUp: (versionFile) => [
      ...['- uses: pnpm/action-setup@v4', '  with:'],
      // The action refuses a version beside that of the file.
      versionFile === undefined ? '    version: 12' : `    package_json_file: ${quoted(versionFile)}`,
    ],
    cache: 'pnpm',
    lockfile: 'pnpm-lock.yaml',
    install: 'pnpm install --frozen-lockfile',
    test: 'pnpm test',
    exec: 'pnpm exec',
  },
  yarn: {
    setUp: () => ['- run: corepack enable'],
    cache: 'yarn',
    lockfile: 'yarn.lock',
    install: 'yarn install --frozen-lockfile',
    test: 'yarn test',
    exec: 'yarn',
  },
  bun: {
    setUp: () => ['- uses: oven-sh/setup-bun@v2'],
    lockfile: 'bun.lock',
    install: 'bun install --frozen-lockfile',
    test: 'bun run test',
    exec: 'bunx',
  },
};

/** Most tokens that the definitions may have at first; the author raises it on purpose. */
const budget = 4_000;

/** Returns the text of the workflow. */
export function writeGithubWorkflow(plugin: CheckedPlugin): string {
  const { name, folder, installFolder, packageManager, hasTests, mainBranch, versionFile } = plugin;
  const { setUp, cache, lockfile, install, test, exec } = commands[packageManager];
  const lockfilePath = joined(installFolder, lockfile);
  const sigil = `${exec} sigil`;
  const steps = [
    ['- uses: actions/checkout@v5', '  with:', '    fetch-depth: 0 # the comparison reads the main branch'],
    [...setUp(versionFile)],
    [
      ...['- uses: actions/setup-node@v6', '  with:', '    node-version: 22'],
      ...(cache ? [`    cache: ${cache}`, `    cache-dependency-path: ${quoted(lockfilePath)}`] : []),
    ],
    step('Install', install, installFolder === folder ? undefined : installFolder),
    step('Build', `${sigil} build`),
    hasTests ? step('Test', test) : [],
    step('What clients refuse', `${sigil} check --strict`),
    step('Tokens of the definitions', `${sigil} check --budget ${budget} --format github`),
    step('Words that lead models astray', `${sigil} eval --format github`),
    [
      '- name: Changes for clients',
      "  if: github.event_name == 'pull_request'",
      '  env:',
      '    MAIN: origin/${{ github.base_ref }}',
      '  run: |',
      '    # A plugin that is new on this branch has nothing to compare with.',
      '    git cat-file -e "$MAIN:./package.json" || exit 0',
      `    ${sigil} diff --against "$MAIN" --format markdown >> "$GITHUB_STEP_SUMMARY"`,
    ],
  ];
  return [
    `# Checks the plugin ${name}. Written by "sigil new --ci github"; change it as you like.`,
    `name: ${quoted(name)}`,
    ...['', 'on:', '  push:', `    branches: [${quoted(mainBranch)}]`, ...pathsOf(plugin, lockfilePath)],
    ...['  pull_request:', ...pathsOf(plugin, lockfilePath)],
    ...['', 'permissions:', '  contents: read'],
    ...['', 'concurrency:', '  group: ${{ github.workflow }}-${{ github.ref }}', '  cancel-in-progress: true'],
    ...['', 'jobs:', '  plugin:', '    runs-on: ubuntu-latest', '    timeout-minutes: 15'],
    ...(folder === '.' ? [] : ['    defaults:', '      run:', `        working-directory: ${quoted(folder)}`]),
    '    steps:',
    ...steps.flat().map((line) => `      ${line}`),
    '',
  ].join('\n');
}

function step(name: string, run: string, folder?: string): string[] {
  return [
    `- name: ${name}`,
    `  run: ${run}`,
    ...(folder === undefined ? [] : [`  working-directory: ${quoted(folder)}`]),
  ];
}

/** A plugin in a part of the repository is checked only when something of it has changed. */
function pathsOf({ name, folder }: CheckedPlugin, lockfile: string): string[] {
  if (folder === '.') return [];
  return [
    '    paths:',
    ...[`${folder}/**`, lockfile, workflowPath(name)].map((path) => `      - ${JSON.stringify(path)}`),
  ];
}

/** Returns the path of a plugin's workflow in its repository. */
export function workflowPath(name: string): string {
  return `.github/workflows/${name}.yml`;
}

/** Writes a text as YAML; JSON is YAML. */
function quoted(text: string): string {
  return /^[a-z@./][\w@./-]*$/i.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text)
    ? text
    : JSON.stringify(text);
}

function joined(folder: string, file: string): string {
  return folder === '.' ? file : `${folder}/${file}`;
}
