/**
 * Frames bundled code as a CommonJS module whose one export is an async function: it evaluates the plugin and returns its
 * `PluginModule`.
 *
 * Code between the frame's ends may await, and so load ES modules where Node would.
 */

/** The names that bundled code uses; none of them can be an author's, since esbuild renames those that would clash. */
export const frameNames = {
  /** `@sigil/core` for the plugin's own files, whose publications are recorded. */
  ownCore: '__sigil_own_core',
  /** `@sigil/core` for files of linked packages. */
  core: '__sigil_core',
  /** The namespaces of installed packages, by key. */
  packages: '__sigil_packages',
  /** Makes a namespace that esbuild's interop reads like the ES module that it is. */
  namespaceOf: '__sigil_namespace_of',
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
  const used = helpers.filter(({ name }) => code.includes(name)).map(({ text }) => text);
  const helped = code.slice(0, code.length - comment.length).replace(helperLine, () => used.join(' '));
  const tail = `Object.assign(${frameNames.plugin}, { ${tables.join(', ')} });`;
  return `${helped}(() => {\n${decoders}\n${tail}\n})();\nreturn ${frameNames.plugin};\n};\n${comment}`;
}

/** Written as text, so that a bundle's bytes do not depend on how this package was compiled, and joined to one line each. */
const helpers = [
  { name: frameNames.packages, text: `const ${frameNames.packages} = new Map();` },
  {
    // Marks the names of a namespace as those of an ES module for esbuild's interop. Node misses some names of a CommonJS module,
    // which are taken from its `module.exports` and are not listed.
    name: frameNames.namespaceOf,
    text: String.raw`
function ${frameNames.namespaceOf}(namespace, isCommonJs) {
  const listed = Object.keys(namespace);
  const result = Object.defineProperty({}, '__esModule', { value: true, enumerable: listed.includes('__esModule') });
  const add = (from, name, enumerable) =>
    Object.defineProperty(result, name, { get: () => from[name], enumerable, configurable: true });
  for (const name of listed) if (name !== '__esModule') add(namespace, name, true);
  const whole = isCommonJs ? namespace.default : undefined;
  if ((typeof whole !== 'object' && typeof whole !== 'function') || whole === null) return result;
  for (const name of Object.keys(whole)) if (!(name in namespace)) add(whole, name, false);
  return result;
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
