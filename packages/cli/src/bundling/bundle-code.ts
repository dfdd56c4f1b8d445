/**
 * Bundles the server's program into a single file with everything it imports.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';

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
