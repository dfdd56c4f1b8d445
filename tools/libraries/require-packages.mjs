/**
 * Lets built code `require` CommonJS packages, although its sources import them.
 *
 * An `import` of CommonJS makes Node scan the package's text for names, which often costs a start more than running it. Only a
 * package that gives the same values either way is required.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const packageName = /^[a-z@][^:]*$/i;
const namespace = 'required';

/**
 * Prints the names that an `import` provides, or `null` if it differs from `require`. Only a separate program can import from any folder.
 */
const comparison = `
import { createRequire } from 'node:module';
const name = process.env.COMPARED_PACKAGE;
const required = createRequire(process.cwd() + '/package.json')(name);
const imported = await import(name);
const names = Object.keys(imported).filter((it) => it !== 'default' && it !== 'module.exports');
const isSame = ('default' in imported ? imported.default === required : true) && names.every((it) => imported[it] === required[it]);
process.stdout.write(JSON.stringify(isSame ? names : null), () => process.exit());
`;

/** @param {import('esbuild').PluginBuild} build whose `absWorkingDir` is the folder of the package */
export function requirePackages({ initialOptions: { absWorkingDir: folder = '' }, onResolve, onLoad }) {
  /** @type {Map<string, Promise<readonly string[] | undefined>>} */
  const found = new Map();
  onResolve({ filter: packageName }, async ({ path, kind }) => {
    if (kind !== 'import-statement' && kind !== 'dynamic-import') return undefined;
    const names = found.get(path) ?? findNames(path, folder);
    found.set(path, names);
    return (await names) ? { path, namespace } : undefined;
  });
  onLoad({ filter: /^/, namespace }, async ({ path }) => {
    const names = (await found.get(path)) ?? [];
    const lines = [
      `import { createRequire } from 'node:module';`,
      `const required = createRequire(import.meta.url)(${JSON.stringify(path)});`,
      `export default required;`,
      ...names.map((name) => `export const ${name} = required.${name};`),
    ];
    return { contents: lines.join('\n'), resolveDir: folder };
  });
}

/**
 * Returns the names that an `import` of the package provides; `undefined` when it is not CommonJS, or differs when required.
 *
 * @param {string} name
 * @param {string} folder
 * @returns {Promise<readonly string[] | undefined>}
 */
async function findNames(name, folder) {
  if (!isCommonJs(name, folder)) return undefined;
  const env = { ...process.env, NODE_OPTIONS: '', COMPARED_PACKAGE: name };
  const args = ['--input-type=module', '-e', comparison];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
    return JSON.parse(stdout) ?? undefined;
  } catch {
    return undefined; // It cannot be loaded on its own, so it stays an import.
  }
}

/** Returns whether the file that `require` finds is CommonJS. @param {string} name @param {string} folder */
function isCommonJs(name, folder) {
  let file;
  try {
    file = createRequire(join(folder, 'package.json')).resolve(name);
  } catch {
    return false; // Not available to `require`, or not installed.
  }
  return file.endsWith('.cjs') || (file.endsWith('.js') && typeOf(dirname(file)) !== 'module');
}

/** Returns the `type` of the nearest package.json. @param {string} folder @returns {unknown} */
function typeOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).type;
  } catch {
    return dirname(folder) === folder ? undefined : typeOf(dirname(folder));
  }
}
