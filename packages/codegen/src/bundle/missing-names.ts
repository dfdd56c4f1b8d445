/**
 * Finds imports of names that an installed package, one of Node's modules or an own source does not export, which Node's linker
 * refuses.
 *
 * The bundler's linker finds most of them. It takes a name that TypeScript only passes on for a type, so those are found here.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Message, Metafile } from 'esbuild';
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';
import { declaredMeanings } from './declared-meanings.js';
import { messageAt } from './message-place.js';
import type { ExternalModule, ExternalModules, ImportingPlugin } from './package-imports.js';

/** The messages for an author, and whether names were added to the modules, so that a further build has other messages. */
export interface MissingNames {
  readonly messages: readonly Pick<Message, 'text' | 'location'>[];
  readonly hasAdded: boolean;
}

const noExport = /^No matching export in "(.+)" for import "(.+)"$/s;
const ambiguous = /^Ambiguous import "(.+)" has multiple matching exports$/s;

/** Explains the errors of the bundler's linker. Names that declarations know are added to the modules instead. */
export function explainLinkErrors(
  errors: readonly Message[],
  modules: ExternalModules,
  plugin: ImportingPlugin,
): MissingNames {
  let hasAdded = false;
  const messages = errors.flatMap((error) => {
    const [, twice] = ambiguous.exec(error.text) ?? [];
    if (twice !== undefined) return [{ ...error, text: ambiguousText(twice) }];
    const [, target = '', name = ''] = noExport.exec(error.text) ?? [];
    const importer = join(plugin.folder, error.location?.file ?? '');
    const found = modules.get(target);
    const wanted = found ? [{ found, importer }] : passedOnBy(join(plugin.folder, target), modules, plugin);
    const added = wanted.some((one) => {
      const asked = { specifier: one.found.written, names: [name], importer: one.importer };
      return addDeclared(one.found, name, declaredMeanings(asked, plugin.optionsOf(one.importer)).get(name));
    });
    hasAdded ||= added;
    if (added) return [];
    if (found) return [{ ...error, text: missingText(found, name) }];
    const packages = wanted.map((one) => `"${one.found.written}"`).join(', ');
    return [packages === '' ? error : { ...error, text: notPassedOnText(target, name, packages) }];
  });
  return { messages, hasAdded };
}

/** Finds names that TypeScript sources only pass on: `export { name } from 'package'`, or an import that is exported. */
export function findMissingReExports(
  { inputs }: Metafile,
  modules: ExternalModules,
  plugin: ImportingPlugin,
): MissingNames {
  let hasAdded = false;
  const messages = Object.entries(inputs).flatMap(([path, { imports }]) => {
    const external = new Map(
      imports.flatMap(({ path: target, original = '' }) => {
        // Node checks no names of what `require` returns.
        const found = target.startsWith('sigil-require:') ? undefined : modules.get(target);
        return found ? [[original, found] as const] : [];
      }),
    );
    const own = new Map(
      imports.flatMap(({ path: target, original = '' }) =>
        isTypeScript(target) && Object.hasOwn(inputs, target) ? [[original, join(plugin.folder, target)] as const] : [],
      ),
    );
    if ((external.size === 0 && own.size === 0) || !isTypeScript(path)) return [];
    const file = join(plugin.folder, path);
    const reExports = reExportsIn(file, plugin);
    const missing = reExports.flatMap(({ specifier, name, node }) => {
      const target = own.get(specifier);
      if (target === undefined || exportsName(target, name, plugin)) return [];
      const { text, location } = messageAt(node, `"${specifier}" has ${noExportOf(name)}; correct the name`);
      return [{ text, location: { ...location, file: path } }];
    });
    const unknown = reExports.flatMap(({ specifier, name, node }) => {
      const found = external.get(specifier);
      const isKnown = !found || found.names.has(name) || found.declared.has(name) || found.types.has(name);
      return isKnown ? [] : [{ found, name, node }];
    });
    for (const found of new Set(unknown.map((one) => one.found))) {
      const names = unknown.filter((one) => one.found === found).map(({ name }) => name);
      const meanings = declaredMeanings({ specifier: found.written, names, importer: file }, plugin.optionsOf(file));
      for (const [name, meaning] of meanings) {
        if (meaning === 'type') found.types.add(name);
        else if (addDeclared(found, name, meaning)) hasAdded = true;
      }
    }
    const foreign = unknown.flatMap(({ found, name, node }) => {
      if (found.declared.has(name) || found.types.has(name)) return [];
      const { text, location } = messageAt(node, missingText(found, name));
      return [{ text, location: { ...location, file: path } }];
    });
    return [...missing, ...foreign];
  });
  return { messages, hasAdded };
}

function isTypeScript(path: string): boolean {
  return /(?<!\.d)\.[cm]?tsx?$/.test(path);
}

/** Returns whether a source exports a name, as a value or a type; what it passes on from a package is not known here. */
function exportsName(file: string, name: string, plugin: ImportingPlugin, seen: Set<string> = new Set()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const source = parse(file, plugin);
  return source.statements.some((statement) => {
    if (compiler.isExportAssignment(statement)) return name === 'default' || statement.isExportEquals === true;
    if (!compiler.isExportDeclaration(statement)) return declaredNames(statement).includes(name);
    const { exportClause: clause } = statement;
    if (clause && compiler.isNamespaceExport(clause)) return clause.name.text === name;
    if (clause) return clause.elements.some((element) => element.name.text === name);
    if (name === 'default') return false;
    const { resolvedModule } = compiler.resolveModuleName(
      specifierOf(statement) ?? '',
      file,
      plugin.optionsOf(file),
      compiler.sys,
    );
    const target = resolvedModule?.resolvedFileName;
    return target === undefined || !isTypeScript(target) || exportsName(target, name, plugin, seen);
  });
}

/** Returns the names that a statement with `export` declares. */
function declaredNames(statement: ts.Statement): readonly string[] {
  const modifiers = compiler.canHaveModifiers(statement) ? (compiler.getModifiers(statement) ?? []) : [];
  const isExported = modifiers.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (modifiers.some(({ kind }) => kind === compiler.SyntaxKind.DefaultKeyword)) return ['default'];
  if (compiler.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  const isNamed = 'name' in statement && statement.name !== undefined;
  const name = isNamed ? (statement.name as ts.Node) : undefined;
  return name && compiler.isIdentifier(name) ? [name.text] : [];
}

function boundNames(name: ts.BindingName): readonly string[] {
  if (compiler.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (compiler.isBindingElement(element) ? boundNames(element.name) : []));
}

interface ImportedModule {
  readonly found: ExternalModule;
  /** The absolute path of the source that imports it. */
  readonly importer: string;
}

/**
 * Adds a name that TypeScript accepts: a type, which TypeScript would not import, or a value of a CommonJS module that Node's
 * lexer misses. It is looked for when the module is loaded.
 */
function addDeclared(found: ExternalModule, name: string, meaning: 'value' | 'type' | undefined): boolean {
  if (meaning === undefined || found.declared.has(name)) return false;
  if (meaning === 'value' && (found.format === 'module' || found.isBuiltin)) return false;
  found.declared.set(name, meaning);
  return true;
}

/** Returns the packages of which an own source passes everything on, also through other own sources. */
function passedOnBy(
  file: string,
  modules: ExternalModules,
  plugin: ImportingPlugin,
  seen: Set<string> = new Set(),
): readonly ImportedModule[] {
  if (seen.has(file) || !/\.[cm]?[jt]sx?$/.test(file) || !existsSync(file)) return [];
  seen.add(file);
  return parse(file, plugin).statements.flatMap((statement) => {
    const specifier = compiler.isExportDeclaration(statement) && !statement.exportClause && specifierOf(statement);
    if (typeof specifier !== 'string') return [];
    const external = [...modules.values()].find(({ written }) => written === specifier);
    if (external) return [{ found: external, importer: file }];
    const { resolvedModule } = compiler.resolveModuleName(specifier, file, plugin.optionsOf(file), compiler.sys);
    return resolvedModule ? passedOnBy(resolvedModule.resolvedFileName, modules, plugin, seen) : [];
  });
}

interface ReExport {
  readonly specifier: string;
  readonly name: string;
  readonly node: ts.Node;
}

function reExportsIn(path: string, plugin: ImportingPlugin): readonly ReExport[] {
  if (!/\bexport\s*\{/.test(plugin.inputs.presentText(path))) return [];
  const { statements } = parse(path, plugin);
  const exported = statements.flatMap((statement) => {
    if (!compiler.isExportDeclaration(statement) || statement.isTypeOnly) return [];
    const clause = statement.exportClause;
    return clause && compiler.isNamedExports(clause) ? clause.elements.map((element) => ({ statement, element })) : [];
  });
  const values = exported.filter(({ element }) => !element.isTypeOnly);
  const direct = values.flatMap(({ statement, element }): ReExport[] => {
    const specifier = specifierOf(statement);
    const name = element.propertyName ?? element.name;
    return specifier === undefined ? [] : [{ specifier, name: name.text, node: name }];
  });
  const local = new Set(
    values.flatMap(({ statement, element: { propertyName, name } }) =>
      statement.moduleSpecifier ? [] : [(propertyName ?? name).text],
    ),
  );
  return [...direct, ...statements.flatMap(importsIn).filter(({ local: name }) => local.has(name))];
}

function importsIn(statement: ts.Statement): readonly (ReExport & { readonly local: string })[] {
  if (!compiler.isImportDeclaration(statement) || statement.importClause?.isTypeOnly !== false) return [];
  const specifier = specifierOf(statement) ?? '';
  const { name: whole, namedBindings } = statement.importClause;
  const byDefault = whole ? [{ specifier, name: 'default', node: whole, local: whole.text }] : [];
  if (!namedBindings || !compiler.isNamedImports(namedBindings)) return byDefault;
  const named = namedBindings.elements.filter(({ isTypeOnly }) => !isTypeOnly);
  return [
    ...byDefault,
    ...named.map(({ propertyName, name }) => {
      const imported = propertyName ?? name;
      return { specifier, name: imported.text, node: imported, local: name.text };
    }),
  ];
}

function specifierOf({ moduleSpecifier }: ts.ImportDeclaration | ts.ExportDeclaration): string | undefined {
  return moduleSpecifier && compiler.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
}

function parse(path: string, { inputs }: ImportingPlugin): ts.SourceFile {
  return compiler.createSourceFile(path, inputs.presentText(path), compiler.ScriptTarget.Latest, true);
}

function ambiguousText(name: string): string {
  return `several modules that are passed on by "export *" export "${name}", so Node finds none; import it from one of them, or export it by its name`;
}

function notPassedOnText(source: string, name: string, packages: string): string {
  return `"${source}" has no export named "${name}", and passes on none from ${packages}; correct the name`;
}

function missingText({ written, names, format, isBuiltin }: ExternalModule, name: string): string {
  const asked = noExportOf(name);
  if (isBuiltin) return `"${written}" has ${asked} in Node ${process.versions.node}; correct the name`;
  if (format === 'commonjs') {
    return `Node finds ${asked} in the CommonJS module "${written}"; correct the name, or import the default of "${written}" and read its member`;
  }
  return `"${written}" has ${asked}${hintFor(names)}; correct the name, or install a version that has it`;
}

function noExportOf(name: string): string {
  return name === 'default' ? 'no default export' : `no export named "${name}"`;
}

const hintedNames = 5;

function hintFor(names: ReadonlySet<string>): string {
  if (names.size === 0) return '';
  const shown = [...names].slice(0, hintedNames).map((name) => (name === 'default' ? 'a default' : `"${name}"`));
  return `, only ${shown.join(', ')}${names.size > hintedNames ? ' and others' : ''}`;
}
