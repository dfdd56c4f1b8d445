/**
 * Frames bundled code as a CommonJS module whose one export is an async function: it evaluates the plugin and returns its
 * `PluginModule`.
 *
 * Code between the frame's ends may await, and so load ES modules where Node would.
 */
import { requiredNames } from './required-names.js';

/** The names that bundled code uses; none of them can be an author's, since esbuild renames those that would clash. */
export const frameNames = {
  /** `@sigil/core` for the plugin's own files, whose publications are recorded. */
  ownCore: '__sigil_own_core',
  /** `@sigil/core` for files of linked packages. */
  core: '__sigil_core',
  /** The namespaces of installed packages, by key. */
  packages: '__sigil_packages',
  /** The names that the bundle takes from each package and from each of Node's modules. */
  required: '__sigil_required',
  /** Makes a namespace that esbuild's interop reads like the ES module that it is. */
  namespaceOf: '__sigil_namespace_of',
  /** The name `__esModule` of a package, whose own name says to esbuild's interop that the namespace is one. */
  esModule: '__sigil_es_module',
  /** Loads one of Node's modules. */
  builtin: '__sigil_builtin',
  /** Returns an `import()` of computed paths, as it is where a source is. */
  importFrom: '__sigil_import_from',
  /** Returns a `require()` of computed paths, as it is where a source is. */
  requireFrom: '__sigil_require_from',
  /** Returns the `import.meta` of a source file. */
  metaOf: '__sigil_meta_of',
  /** The value that the function returns. */
  plugin: '__sigil_plugin',
} as const;

/** The line that holds the helpers which a bundle uses. */
const helperLine = '// helpers';

/** The code before the bundle. */
export const bundleHead = [
  // Outside of the function, since sources may declare `require` and `__filename` of their own.
  helperLine,
  `module.exports = async (${frameNames.ownCore}, ${frameNames.core}) => {`,
  '"use strict";',
  `const ${frameNames.plugin} = {};`,
].join('\n');

/** The last line of a bundle, which names the source map. */
const mapComment = /\/\/# sourceMappingURL=[^\n]*\n?$/;

/**
 * Returns the code with the decoders in their own scope, and the end of the frame; its source map stays valid. Decoders need no
 * bundling: nothing imports them and they import nothing.
 *
 * @param code begins with `bundleHead`
 * @param decoders declarations of the tables
 * @param tables the names of the tables
 */
export function closeFrame(code: string, decoders: string, tables: readonly string[]): string {
  const comment = mapComment.exec(code)?.[0] ?? '';
  const required = requiredNames(code);
  // A helper may use those after it.
  const used: string[] = [];
  for (const { name, text } of helpers) if ([code, ...used].some((part) => part.includes(name))) used.push(text);
  if (required.size > 0) used.push(`const ${frameNames.required} = ${JSON.stringify(Object.fromEntries(required))};`);
  const helped = code.slice(0, code.length - comment.length).replace(helperLine, () => used.join(' '));
  const tail = `Object.assign(${frameNames.plugin}, { ${tables.join(', ')} });`;
  return `${helped}(() => {\n${decoders}\n${tail}\n})();\nreturn ${frameNames.plugin};\n};\n${comment}`;
}

/** Written as text, so that a bundle's bytes do not depend on how this package was compiled, and joined to one line each. */
const helpers = [
  { name: frameNames.packages, text: `const ${frameNames.packages} = new Map();` },
  {
    name: frameNames.namespaceOf,
    // Node misses some names of a CommonJS module, which are taken from its `module.exports`.
    text: String.raw`
function ${frameNames.namespaceOf}(namespace, specifier, module, isCommonJs) {
  const result = Object.defineProperty({}, '__esModule', { value: true });
  const add = (from, name) => {
    const own = name === '__esModule' ? '${frameNames.esModule}' : name;
    Object.defineProperty(result, own, { get: () => from[name], enumerable: true });
  };
  for (const name of Object.keys(namespace)) add(namespace, name);
  const whole = isCommonJs ? Object(namespace.default) : Object.create(null);
  for (const name of ${frameNames.required}[module] ?? []) {
    if (Object.hasOwn(result, name)) continue;
    if (name in whole) add(whole, name);
    else throw new SyntaxError("The requested module '" + specifier + "' does not provide an export named '" + name + "'");
  }
  return result;
}`,
  },
  {
    name: frameNames.builtin,
    text: String.raw`
function ${frameNames.builtin}(specifier, module) {
  const found = require(specifier);
  const missing = (${frameNames.required}[module] ?? []).find((name) => name !== 'default' && !(name in found));
  if (missing === undefined) return found;
  throw new SyntaxError("The requested module '" + specifier + "' does not provide an export named '" + missing + "' in Node " + process.versions.node);
}`,
  },
  {
    name: frameNames.importFrom,
    // Node resolves the specifiers of an `import()` from the name of the file that it is compiled for.
    text: String.raw`
const ${frameNames.importFrom} = ((loaders) => (place, files) => {
  const { compileFunction, constants } = require('node:vm');
  const { fileURLToPath, pathToFileURL } = require('node:url');
  const { filename, url } = ${frameNames.metaOf}(place);
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const text = 'return import(path, options)';
  const load = loaders.get(place) ?? compileFunction(text, ['path', 'options'], { filename, importModuleDynamically });
  loaders.set(place, load);
  return async (path, options) => {
    const specifier = String(path);
    const isPath = /^(?:\.{0,2}\/|file:)/.test(specifier);
    const target = isPath ? new URL(specifier, url).href : '';
    const own = Object.keys(files).find((file) => new URL(file, url).href === target);
    if (own !== undefined) return files[own]();
    try {
      return await load(specifier, options);
    } catch (cause) {
      const isInBundle = target.startsWith(new URL('.', pathToFileURL(__filename)).href);
      if (!isInBundle || require('node:fs').existsSync(fileURLToPath(target))) throw cause;
      const advice = 'the own files of a plugin are parts of its bundle; write the folder and the extension in the import, as in import("./folder/" + name + ".js")';
      throw Object.assign(new Error('cannot import "' + specifier + '": ' + advice, { cause }), { code: cause.code });
    }
  };
})(new Map());`,
  },
  {
    name: frameNames.requireFrom,
    text: String.raw`
function ${frameNames.requireFrom}(place, files) {
  const load = require('node:module').createRequire(${frameNames.metaOf}(place).filename);
  const find = (path) => [path, path + '.js', path + '.cjs', path + '/index.js'].find((file) => Object.hasOwn(files, file));
  const loadFrom = (path) => {
    const own = find(path);
    return own === undefined ? (path === '@sigil/core' ? require : load)(path) : files[own]();
  };
  return Object.assign(loadFrom, { resolve: load.resolve, cache: load.cache });
}`,
  },
  {
    name: frameNames.metaOf,
    text: String.raw`
const ${frameNames.metaOf} = ((known) => (place) => {
  if (known.has(place)) return known.get(place);
  const { fileURLToPath, pathToFileURL } = require('node:url');
  const url = new URL(place, pathToFileURL(__filename)).href;
  const filename = fileURLToPath(url);
  const dirname = require('node:path').dirname(filename);
  const resolve = (name) => {
    if (/^(?:\.{0,2}\/|[a-z]+:)/.test(name)) return new URL(name, url).href;
    throw new Error('a bundle has import.meta.resolve() of literals only, got "' + name + '"');
  };
  const meta = Object.assign(Object.create(null), { dirname, filename, resolve, url });
  known.set(place, meta);
  return meta;
})(new Map());`,
  },
].map(({ name, text }) => ({ name, text: text.trim().replace(/\s*\n\s*/g, ' ') }));
