/**
 * Prepares sources while the bundler loads them: inserts schemas, gives each file the `import.meta` of its own place, and
 * writes decorator metadata, which the bundler does not.
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { OnLoadResult, PartialMessage, Plugin, PluginBuild, TransformFailure } from 'esbuild';
import MagicString from 'magic-string';
import type { ts } from 'ts-morph';
import type { CodeEdit, PluginModel, SchemaCall } from '../model/plugin-model.js';
import { compiler } from '../reader/program/compiler.js';
import { frameNames } from './bundle-frame.js';
import { loaderFor, target } from './compiler-settings.js';
import { hasComputedImports, replaceComputedImports } from './computed-imports.js';
import { argumentPlaces } from './insert-schemas.js';
import { missingRequiredFiles, missingUrlFile, type SourcePlace } from './missing-files.js';
import { messageAt } from './message-place.js';
import { formatOfSource, packageFolderOf } from './module-format.js';
import { asking, type ImportingPlugin } from './package-imports.js';

/** The changes that a model makes to one source. */
interface FileChanges {
  readonly calls: SchemaCall[];
  readonly edits: CodeEdit[];
}

/** The changes in each file; paths are absolute, with `/`. */
export type ChangesByFile = ReadonlyMap<string, FileChanges>;

const fileHasChanged = 'this file has changed while it was being built; build again';

/** Groups the changes of a model by file. */
export function changesByFile({ schemaCalls, codeEdits = [] }: PluginModel): ChangesByFile {
  const byFile = new Map<string, FileChanges>();
  const of = (file: string): FileChanges => {
    const known = byFile.get(file) ?? { calls: [], edits: [] };
    byFile.set(file, known);
    return known;
  };
  for (const call of schemaCalls) of(call.file).calls.push(call);
  for (const edit of codeEdits) of(edit.file).edits.push(edit);
  return byFile;
}

/**
 * Makes the bundler plugin. Files without anything to prepare are left to the bundler.
 *
 * @param findChanges returns the changes of the model, at each loading
 */
export function sourceLoader(plugin: ImportingPlugin, findChanges: () => ChangesByFile): Plugin {
  return {
    name: 'sigil-sources',
    setup: (build) =>
      build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
        // Noted before the bundler reads it, so that a later change differs.
        plugin.inputs.noteFile(path);
        return /\.[cm]?[jt]sx?$/.test(path) ? load({ ...plugin, build }, path, findChanges()) : undefined;
      }),
  };
}

/** A plugin, and the bundler that bundles it. */
interface LoadingPlugin extends ImportingPlugin {
  readonly build: PluginBuild;
}

async function load(plugin: LoadingPlugin, path: string, changes: ChangesByFile): Promise<OnLoadResult | undefined> {
  const { calls, edits } = changes.get(path.replaceAll('\\', '/')) ?? { calls: [], edits: [] };
  const unsaved = plugin.inputs.unsavedText(path);
  const text = (unsaved ?? (await readFile(path, 'utf8'))).replace(/^\uFEFF/, '');
  const options = plugin.optionsOf(path);
  const isLinkedSource = options !== plugin.options && /\.[cm]?ts$/.test(path);
  const format = formatOfSource(path, options);
  const needs = {
    meta: /\bimport\s*\.\s*meta\b/.test(text),
    places: /\b__(?:dir|file)name\b/.test(text) && format === 'commonjs',
    imports: hasComputedImports(text, format),
    options: isLinkedSource,
    metadata: writesMetadata(options) && /\.[cm]?tsx?$/.test(path) && text.includes('@'),
  };
  if (calls.length === 0 && edits.length === 0 && !Object.values(needs).some(Boolean))
    return unsaved === undefined ? undefined : { contents: text, loader: loaderFor(path), resolveDir: dirname(path) };

  const tree = compiler.createSourceFile(path, text, compiler.ScriptTarget.Latest, true);
  const places = calls.length === 0 ? undefined : argumentPlaces(tree);
  const isStale = edits.some(({ end }) => end > text.length);
  if (isStale || !calls.every(({ offset }) => places?.has(offset))) {
    return { errors: [{ text: fileHasChanged, location: { file: path, line: 1 } }] };
  }
  const changed = new MagicString(text, { filename: path });
  for (const call of calls) changed.appendLeft(call.offset, call.text);
  for (const { start, end, text: written } of edits) {
    if (start === end) changed.appendLeft(start, written);
    else changed.update(start, end, written);
  }
  const place = outputPlaceOf(plugin, path);
  const meta = `${frameNames.metaOf}(${JSON.stringify(place)})`;
  if (needs.meta) {
    const refused = await replaceMetas(plugin, { tree, changed, meta });
    if (refused.length > 0) return { errors: refused };
  }
  if (needs.imports) replaceComputedImports({ tree, changed, place, format });
  if (needs.places) changed.prepend(`var { dirname: __dirname, filename: __filename } = ${meta};`);

  if (isLinkedSource && !needs.metadata) return compileLinked(plugin, path, changed, options);
  const { code, map } = needs.metadata ? transpile(path, text, changed, options) : written(path, changed);
  const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`;
  return { contents: `${code}\n${comment}`, loader: loaderFor(path), resolveDir: dirname(path) };
}

function written(path: string, changed: MagicString): { readonly code: string; readonly map: string } {
  const map = changed.generateMap({ hires: 'boundary', source: basename(path), includeContent: true });
  return { code: changed.toString(), map: map.toString() };
}

/** Compiles a source of a linked package with the options of its own tsconfig.json; the bundler would use the plugin's. */
async function compileLinked(
  { build, folder }: LoadingPlugin,
  path: string,
  changed: MagicString,
  { experimentalDecorators, useDefineForClassFields, verbatimModuleSyntax, target: written }: ts.CompilerOptions,
): Promise<OnLoadResult> {
  const map = changed.generateMap({ hires: 'boundary', source: basename(path), includeContent: true });
  const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map.toString()).toString('base64')}`;
  const definesFields = useDefineForClassFields ?? (written ?? 0) >= compiler.ScriptTarget.ES2022;
  const compiled = build.esbuild.transform(`${changed.toString()}\n${comment}`, {
    loader: 'ts',
    sourcefile: basename(path),
    sourcemap: 'inline',
    target,
    keepNames: true,
    tsconfigRaw: {
      compilerOptions: {
        experimentalDecorators: experimentalDecorators === true,
        useDefineForClassFields: definesFields,
        verbatimModuleSyntax: verbatimModuleSyntax === true,
      },
    },
  });
  try {
    return { contents: (await compiled).code, loader: 'js', resolveDir: dirname(path) };
  } catch (cause) {
    if (!isTransformFailure(cause)) throw cause;
    const file = relative(folder, path);
    return { errors: cause.errors.map(({ text, location }) => ({ text, location: { ...location, file } })) };
  }
}

function isTransformFailure(cause: unknown): cause is TransformFailure {
  return cause instanceof Error && 'errors' in cause && Array.isArray(cause.errors);
}

/** The options of the plugin that change what decorators and their metadata become. */
const transpiling: ReadonlySet<string> = new Set([
  'experimentalDecorators',
  'emitDecoratorMetadata',
  'useDefineForClassFields',
  'verbatimModuleSyntax',
]);

/** Compiles a file with its decorators. Its map is exact to the line: insertions before it add no lines. */
function transpile(
  path: string,
  text: string,
  changed: MagicString,
  options: ts.CompilerOptions,
): { readonly code: string; readonly map: string } {
  const kept = Object.entries(options).filter(([name]) => transpiling.has(name));
  const { outputText, sourceMapText = '{}' } = compiler.transpileModule(changed.toString(), {
    fileName: basename(path),
    compilerOptions: {
      ...Object.fromEntries(kept),
      target: compiler.ScriptTarget.ES2022,
      module: compiler.ModuleKind.Preserve,
      sourceMap: true,
      jsx: compiler.JsxEmit.Preserve,
    },
  });
  const map = { ...(JSON.parse(sourceMapText) as object), sources: [basename(path)], sourcesContent: [text] };
  return { code: outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, ''), map: JSON.stringify(map) };
}

function writesMetadata({ experimentalDecorators, emitDecoratorMetadata }: ts.CompilerOptions): boolean {
  return experimentalDecorators === true && emitDecoratorMetadata === true;
}

/**
 * Returns a source's place relative to the bundle's folder: where TypeScript's output would be beside the bundle, and the real
 * one for linked packages.
 */
function outputPlaceOf({ folder, outFolder, options }: ImportingPlugin, path: string): string {
  if (packageFolderOf(path) !== folder) return relative(outFolder, path).replaceAll('\\', '/');
  const place = relative(folder, path).replaceAll('\\', '/');
  const root = options.rootDir ?? (place.startsWith('src/') ? join(folder, 'src') : folder);
  const inRoot = relative(root, path).replaceAll('\\', '/');
  return `./${inRoot.startsWith('..') ? place : inRoot}`.replace(/\.([cm]?)[jt]sx?$/, '.$1js');
}

/** A source of which each `import.meta` becomes the expression `meta`. */
interface MetaSource {
  readonly tree: ts.SourceFile;
  readonly changed: MagicString;
  readonly meta: string;
}

/** @returns the uses that a bundle cannot serve */
async function replaceMetas(plugin: LoadingPlugin, source: MetaSource): Promise<PartialMessage[]> {
  const { tree, changed, meta } = source;
  const refused: PartialMessage[] = [];
  for (const node of importMetas(tree)) {
    const use = isMember(node.parent, node, 'resolve') ? node.parent : node;
    const isUrl = isMember(node.parent, node, 'url');
    const missing = isUrl ? missingUrlFile(node.parent, placesOf(plugin, tree.fileName)) : undefined;
    const message = use === node ? missing : await resolveNow(plugin, use, source);
    if (message !== undefined) refused.push(messageAt(use, message));
    else if (use === node) changed.update(node.getStart(tree), node.end, meta);
  }
  if (tree.text.includes('createRequire')) {
    for (const [use, message] of missingRequiredFiles(tree, placesOf(plugin, tree.fileName))) {
      refused.push(messageAt(use, message));
    }
  }
  return refused;
}

function placesOf(plugin: LoadingPlugin, path: string): SourcePlace {
  return { source: path, output: join(plugin.outFolder, outputPlaceOf(plugin, path)), folder: plugin.folder };
}

/** Writes the URL that `import.meta.resolve("name")` has; returns the reason if it cannot be known. */
async function resolveNow(
  { build, outFolder }: LoadingPlugin,
  use: ts.Node,
  { changed, meta }: MetaSource,
): Promise<string | undefined> {
  const call = use.parent;
  const [argument] = compiler.isCallExpression(call) && call.expression === use ? call.arguments : [];
  if (!argument || !compiler.isStringLiteralLike(argument)) {
    return 'a bundle has import.meta.resolve() of literals only; use createRequire(import.meta.url).resolve()';
  }
  const file = use.getSourceFile();
  if (/^\.{0,2}\//.test(argument.text)) {
    changed.update(call.getStart(file), call.end, `new URL(${JSON.stringify(argument.text)}, ${meta}.url).href`);
    return undefined;
  }
  const found = await build.resolve(argument.text, {
    kind: 'import-statement',
    importer: file.fileName,
    resolveDir: dirname(file.fileName),
    namespace: 'file',
    pluginData: asking,
  });
  if (found.errors.length > 0) return `cannot find "${argument.text}"; install its package, or correct the name`;
  const place = found.external ? '' : relative(outFolder, found.path).replaceAll('\\', '/');
  const text = found.external ? JSON.stringify(found.path) : `${frameNames.metaOf}(${JSON.stringify(place)}).url`;
  changed.update(call.getStart(file), call.end, text);
  return undefined;
}

function importMetas(tree: ts.SourceFile): readonly ts.MetaProperty[] {
  const found: ts.MetaProperty[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isMetaProperty(node) && node.keywordToken === compiler.SyntaxKind.ImportKeyword) found.push(node);
    compiler.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isMember(node: ts.Node, owner: ts.Node, name: string): boolean {
  return compiler.isPropertyAccessExpression(node) && node.expression === owner && node.name.text === name;
}
