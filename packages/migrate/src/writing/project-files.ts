/**
 * Writes the files of a migrated plugin beside its sources.
 */
import type { PackageManifest } from '../source/source-folder.js';

/** Names, versions and counts in the files. */
export interface PluginFacts {
  readonly name: string;
  readonly version: string;
  readonly instructions?: string;
  readonly description?: string;
  /** Version of our packages. */
  readonly sigilVersion: string;
  readonly isStrict: boolean;
  /** Whether the old sources were compiled with strict null checks. */
  readonly hasNullChecks: boolean;
  readonly hasScripts: boolean;
  /** Modules of packages that the sources import. */
  readonly imported: ReadonlySet<string>;
  readonly manifest: PackageManifest;
  readonly findings: number;
}

/** Returns the files as pairs of path and text. */
export function writeProjectFiles(facts: PluginFacts): readonly (readonly [path: string, text: string])[] {
  return [
    ['package.json', `${JSON.stringify(packageOf(facts), undefined, 2)}\n`],
    ['tsconfig.json', `${JSON.stringify(tsconfigOf(facts), undefined, 2)}\n`],
    ['.gitignore', 'node_modules/\ndist/\n'],
    ['README.md', readme(facts)],
  ];
}

function packageOf({
  name,
  version,
  instructions,
  description,
  sigilVersion,
  imported,
  manifest,
}: PluginFacts): unknown {
  const known = { ...manifest.devDependencies, ...manifest.dependencies };
  const packages = [...new Set([...imported].map(packageName))].filter((one) => one !== '@sigil/core').sort();
  const kept = Object.fromEntries(packages.flatMap((one) => (known[one] === undefined ? [] : [[one, known[one]]])));
  const typings = Object.fromEntries(
    Object.entries(known).filter(([one]) => one.startsWith('@types/') && one !== '@types/node'),
  );
  return {
    name,
    version,
    private: true,
    ...(description !== undefined && { description }),
    type: 'module',
    sigil: { plugin: true, ...(instructions !== undefined && { instructions }) },
    files: ['dist', '!dist/build-inputs.json'],
    engines: { node: '>=20.19.0' },
    scripts: { dev: 'sigil dev', build: 'sigil build', start: 'sigil serve' },
    dependencies: { '@sigil/core': sigilVersion, ...kept },
    devDependencies: { '@sigil/cli': sigilVersion, '@types/node': '^20.19.0', ...typings },
  };
}

/** `@scope/name/part` belongs to `@scope/name`. */
function packageName(module: string): string {
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/');
}

function tsconfigOf({ isStrict, hasScripts }: PluginFacts): unknown {
  return {
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2023'],
      module: 'ESNext',
      moduleResolution: 'Bundler',
      strict: true,
      ...(!isStrict && {
        noImplicitAny: false,
        strictPropertyInitialization: false,
        useUnknownInCatchVariables: false,
      }),
      ...(hasScripts && { allowJs: true, checkJs: false }),
      esModuleInterop: true,
      resolveJsonModule: true,
      allowImportingTsExtensions: true,
      experimentalDecorators: true,
      skipLibCheck: true,
      noEmit: true,
      types: ['node'],
    },
    include: ['src'],
  };
}

function readme({ name, findings, hasNullChecks }: PluginFacts): string {
  const left =
    findings === 0
      ? ''
      : `\nRead what \`sigil migrate --format json\` listed; the places with old code have a comment with the word \`sigil-migrate\`.\n`;
  return `# ${name}

Written by \`sigil migrate\` from an MCP server. The sources are yours.

\`\`\`sh
npm install
npm run dev      # builds, serves on http://127.0.0.1:3000/mcp, and again after each save
npm run build    # writes dist/manifest.json and the code
npm start        # serves what was built
\`\`\`
${left}${
    hasNullChecks
      ? ''
      : '\nThe old sources were compiled without strict null checks, so each begins with `// @ts-nocheck`. Remove it file by file.\n'
  }
Differences that hold for every tool:

- Arguments that a schema does not name are refused; the old server dropped them.
- Messages of errors are sent without frames of a stack and without paths of files.
- Tools are declared with \`coerce: false\`, so that \`"5"\` is no number, as before. Models make fewer mistakes without it.
`;
}
