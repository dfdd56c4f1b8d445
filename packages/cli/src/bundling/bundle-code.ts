/**
 * Bundles the server's program and a plugin's code into single files with everything they import.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, type BuildFailure, type BuildOptions, type Plugin } from 'esbuild';
import { CommandError } from '../failures/command-error.js';
import { dependenciesOf, findPackage, hasOwnFiles } from './carried-packages.js';

const settings = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  legalComments: 'none',
  logLevel: 'silent',
  write: false,
} as const satisfies BuildOptions;

/** Bundles the program that serves the plugin beside it. */
export async function bundleProgram(): Promise<string> {
  const own = dirname(createRequire(import.meta.url).resolve('@sigil/cli/package.json'));
  const { outputFiles } = await build({
    ...settings,
    entryPoints: [join(own, 'dist', 'bundled-server.js')],
    format: 'esm',
    minify: true,
    plugins: [
      { name: 'plain-requires', setup: writePlainRequires },
      { name: 'unused-parts', setup: leaveOutUnused },
    ],
    // CommonJS packages load Node's modules by `require`, which an ES module does not have.
    banner: {
      js: "import { createRequire as sigilRequire } from 'node:module';const require=sigilRequire(import.meta.url);",
    },
  });
  return outputFiles[0]!.text;
}

const madeRequire = /(?:process\.getBuiltinModule\("node:module"\)\.)?createRequire\(import\.meta\.url\)\("/g;

/** Replaces the `require` that our packages create for CommonJS packages, which a bundler does not follow. */
const writePlainRequires: Plugin['setup'] = ({ onLoad }) => {
  onLoad({ filter: /\.js$/ }, async ({ path }) => {
    const text = await readFile(path, 'utf8');
    return { contents: text.replace(madeRequire, 'require("'), loader: 'js' };
  });
};

/** Modules that a server loads for HTTP, for pages and for plugins in their own processes, none of which a bundle has. */
const unusedParts = /^\.\/(?:open-web|serve-web-sockets|remote-links|2020)-|^@sigil\/transport-http$/;

const leaveOutUnused: Plugin['setup'] = ({ onResolve }) => {
  onResolve({ filter: unusedParts }, ({ kind, path }) =>
    kind === 'dynamic-import' ? { path, external: true } : undefined,
  );
};

/** A plugin's code, and the packages that it loads as folders. */
export interface BundledPlugin {
  readonly code: string;
  readonly carried: readonly string[];
}

/**
 * Bundles the packages that a plugin imports into its code; a build without imports is returned unchanged. A package with
 * files of its own, or one that the code loads in a way that a bundler does not see, must be carried.
 *
 * @param folder of the plugin
 * @throws CommandError when one of them is not installed
 */
export async function bundlePlugin(folder: string, codePath: string, code: string): Promise<BundledPlugin> {
  const declared = await dependenciesOf(folder);
  const withFiles = await Promise.all(
    declared.map(async (name) => ((await hasOwnFiles(await findPackage(name, folder))) ? [name] : [])),
  );
  const carried = withFiles.flat();
  const { outputFiles, metafile } = await build({
    ...settings,
    entryPoints: [codePath],
    absWorkingDir: folder,
    format: 'cjs',
    // The program contains its own core, which plugin and host must share.
    external: ['@sigil/core', ...carried],
    metafile: true,
    keepNames: true,
  }).catch((cause: BuildFailure) => {
    const [first] = cause.errors ?? [];
    throw new CommandError(`the plugin's packages cannot be bundled: ${first?.text ?? cause.message}`, { cause });
  });
  const inputs = Object.keys(metafile.inputs);
  const unseen = declared.filter(
    (name) => !carried.includes(name) && !inputs.some((path) => path.includes(`node_modules/${name}/`)),
  );
  return { code: inputs.length === 1 ? code : outputFiles[0]!.text, carried: [...carried, ...unseen] };
}
