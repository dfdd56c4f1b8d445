/**
 * Merges the modules that entries share into the entries: a module shared by several becomes part of the one that loads the
 * least. A process that loads all entries then loads no further module.
 *
 * The builder's own splitting writes one module for each set of entries that share something, up to eleven for four entries.
 */
import { basename, posix } from 'node:path';
import { build } from 'esbuild';

/** @typedef {import('esbuild').Metafile['outputs']} Outputs */

/**
 * @param {Outputs} outputs of a build with splitting
 * @param {ReadonlyMap<string, string>} texts of all outputs
 * @param {readonly string[]} sources the entries; other outputs are loaded by `import()` and stay separate
 * @returns {Promise<Map<string, string>>} the texts of the remaining outputs
 */
export async function mergeShared(outputs, texts, sources) {
  const owners = ownersOf(outputs, sources);
  const names = sharedNames(outputs, texts, owners);
  const kept = [...texts].filter(([path]) => !owners.has(path));
  const linked = kept.map(async ([path, text]) => {
    const isTouched = staticImports(outputs, path).some((imported) => owners.has(imported));
    return /** @type {const} */ ([path, isTouched ? await link({ outputs, texts, owners, names }, path) : text]);
  });
  return new Map(await Promise.all(linked));
}

/**
 * @param {Outputs} outputs
 * @param {readonly string[]} sources
 * @returns {Map<string, string>} the entry that receives each shared module
 */
function ownersOf(outputs, sources) {
  const entries = Object.keys(outputs).filter((path) => sources.includes(outputs[path]?.entryPoint ?? ''));
  const reached = entries.map((entry) => {
    const modules = reach(outputs, entry);
    const bytes = modules.reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0);
    const imported = modules.flatMap((path) => (outputs[path]?.imports ?? []).filter(({ external }) => external));
    const packages = new Set(imported.map(({ path }) => path)).size;
    return { entry, packages, bytes, shared: modules.filter((path) => outputs[path]?.entryPoint === undefined) };
  });
  // The last one wins: imports of a shared module go to the same entry or to one that loads less, so there is no cycle. An entry for
  // browsers imports the fewest modules from outside, and so none that imports Node's.
  const byLoad = reached.toSorted(
    (a, b) => b.packages - a.packages || b.bytes - a.bytes || (a.entry < b.entry ? 1 : -1),
  );
  return new Map(byLoad.flatMap(({ entry, shared }) => shared.map((path) => [path, entry])));
}

/**
 * Returns the names under which an entry re-exports its shared modules for others; modules that no other entry imports are left out.
 *
 * @param {Outputs} outputs
 * @param {ReadonlyMap<string, string>} texts
 * @param {Map<string, string>} owners
 */
function sharedNames(outputs, texts, owners) {
  /** @type {Map<string, Map<string, string>>} */
  const names = new Map();
  /** @type {Map<string, Set<string>>} */
  const taken = new Map([...owners.values()].map((entry) => [entry, new Set(outputs[entry]?.exports)]));
  for (const [shared, entry] of owners) {
    const importers = Object.keys(outputs).filter((path) => staticImports(outputs, path).includes(shared));
    if (importers.every((path) => (owners.get(path) ?? path) === entry)) continue;
    const already = namesPassedOn(texts.get(entry) ?? '', shared);
    const named = (outputs[shared]?.exports ?? []).map((name) => {
      let free = name;
      while (taken.get(entry)?.has(free) && !already.has(free)) free += '$';
      taken.get(entry)?.add(free);
      return /** @type {const} */ ([name, free]);
    });
    names.set(shared, new Map(named));
  }
  return names;
}

/**
 * Returns the names that an entry imports from a shared module and exports unchanged.
 *
 * @param {string} text
 * @param {string} shared
 */
function namesPassedOn(text, shared) {
  const imports = [...text.matchAll(/^import \{([^}]*)\} from "\.\/([^"]+)";$/gm)];
  const imported = imports.filter(([, , from]) => from === basename(shared)).flatMap(([, list]) => namesIn(list));
  const exported = [...text.matchAll(/^export \{([^}]*)\};$/gm)].flatMap(([, list]) => namesIn(list));
  return new Set(exported.filter((name) => imported.includes(name)));
}

/** Returns the names in a list of imports or exports that are not renamed. @param {string | undefined} list @returns {string[]} */
function namesIn(list = '') {
  return list.split(',').flatMap((name) => (name.includes(' as ') ? [] : [name.trim()]));
}

/**
 * Links one output with the shared modules that it receives.
 *
 * @param {{ outputs: Outputs, texts: ReadonlyMap<string, string>, owners: Map<string, string>,
 *   names: Map<string, Map<string, string>> }} built
 * @param {string} target
 */
async function link({ outputs, texts, owners, names }, target) {
  const passedOn = [...names].filter(([shared]) => owners.get(shared) === target);
  const own = outputs[target]?.exports ?? [];
  const added = passedOn.map(([path, named]) => {
    const fresh = [...named].filter(([, there]) => !own.includes(there));
    return exportsFrom(path, new Map(fresh.map(([name, there]) => [there, name])));
  });
  const opening = [exportsFrom(target, new Map(own.map((name) => [name, name]))), ...added];
  const { outputFiles } = await build({
    stdin: { contents: opening.join(''), resolveDir: '/' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
    plugins: [{ name: 'outputs', setup: setUp }],
  });
  return outputFiles[0]?.text ?? '';

  /** @param {import('esbuild').PluginBuild} builder */
  function setUp({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, kind }) => {
      const output = outputs[path] ? path : posix.join('dist', path);
      if (kind === 'dynamic-import' || !outputs[output]) return { path, external: true };
      const owner = owners.get(output) ?? output;
      if (owner === target) return { path: output, namespace: 'here' };
      return owner === output ? { path, external: true } : { path: output, namespace: 'there' };
    });
    onLoad({ filter: /./, namespace: 'here' }, ({ path }) => ({ contents: texts.get(path) ?? '' }));
    onLoad({ filter: /./, namespace: 'there' }, ({ path }) => ({
      contents: exportsFrom(`./${basename(owners.get(path) ?? '')}`, names.get(path) ?? new Map()),
    }));
  }
}

/** @param {string} path @param {ReadonlyMap<string, string>} names the exported names and their names in that module */
function exportsFrom(path, names) {
  const list = [...names].map(([name, there]) => `${there} as ${name}`).join(', ');
  return `import ${JSON.stringify(path)};\nexport { ${list} } from ${JSON.stringify(path)};\n`;
}

/**
 * @param {Outputs} outputs
 * @param {string} path
 * @param {Set<string>} [seen]
 * @returns {string[]} the output and everything it imports statically
 */
function reach(outputs, path, seen = new Set()) {
  if (seen.has(path)) return [];
  seen.add(path);
  return [path, ...staticImports(outputs, path).flatMap((imported) => reach(outputs, imported, seen))];
}

/** @param {Outputs} outputs @param {string} path @returns {string[]} */
function staticImports(outputs, path) {
  const imports = outputs[path]?.imports ?? [];
  return imports.filter(({ kind, external }) => kind === 'import-statement' && !external).map((one) => one.path);
}
