/**
 * Rewrites a server of xmcp: each file of a component becomes a class with one method, and the files that they import stay.
 */
import { type FunctionDeclaration, Node, type SourceFile, type Statement } from 'ts-morph';
import { MigrateError } from '../migrate-error.js';
import type { SourceFolder } from '../source/source-folder.js';
import type { Places } from '../source/source-layout.js';
import { statementText } from '../source/statement-text.js';
import { Untranslated } from '../untranslated.js';
import { ClassMembers } from '../writing/class-members.js';
import { coreImport } from '../writing/core-import.js';
import type { Migration } from '../writing/migration.js';
import { ModuleImports } from '../writing/module-imports.js';
import { formatted, leadingComment, plainNames } from '../writing/module-text.js';
import { commented } from '../writing/old-code.js';
import { helperImport } from '../writing/results-module.js';
import type { RewrittenSources } from '../writing/rewritten-sources.js';
import { noteSchema, type SchemaStatements, withoutUnused } from '../writing/schema-leftovers.js';
import { type ComponentFile, findComponentFiles, handlerIn } from './component-files.js';
import { readComponentFile } from './read-components.js';
import { readXmcpConfig } from './xmcp-config.js';

/** Rewrites the server. */
export function rewriteXmcp(read: SourceFolder, places: Places, migration: Migration): RewrittenSources {
  const config = readXmcpConfig(read.xmcpConfig, migration.report);
  const components = findComponentFiles(read.sources, config, read.pathOf);
  if (components.length === 0)
    throw new MigrateError('no MCP server was found: no folder of tools, prompts or resources has a default export');
  const written = new Map<SourceFile, string>();
  const waiting: SourceFile[] = [];
  for (const component of components) {
    const { text, files } = writeComponentFile(migration, component);
    written.set(component.file, text);
    waiting.push(...files);
  }
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    if (written.has(file)) continue;
    written.set(file, places.textOf(file));
    waiting.push(...importedBy(file));
  }
  reportLeftOut(read, written, migration);
  const modules = read.sources.flatMap((file) => {
    const text = written.get(file);
    return text === undefined ? [] : [[places.pathOf(file).replace(/\.tsx$/, '.ts'), text] as const];
  });
  return { modules, facts: config.facts };
}

function importedBy(file: SourceFile): readonly SourceFile[] {
  return [...file.getImportDeclarations(), ...file.getExportDeclarations()].flatMap(
    (one) => one.getModuleSpecifierSourceFile() ?? [],
  );
}

function writeComponentFile(
  migration: Migration,
  component: ComponentFile,
): { readonly text: string; readonly files: readonly SourceFile[] } {
  const { file, kind, name } = component;
  const members = new ClassMembers(migration, file);
  const imports = new ModuleImports(
    file,
    (module) => migration.moduleOf(file, module),
    () => false,
  );
  const handler = handlerIn(file);
  const isCalled = Node.isFunctionDeclaration(handler?.handler) && isUsed(handler.handler);
  let left = '';
  try {
    members.publish(readComponentFile(members.reading, component, isCalled));
  } catch (error) {
    if (!(error instanceof Untranslated)) throw error;
    const message = `${error.message}; the old code is left in a comment`;
    migration.report(error.at, { message, severity: 'error', construct: error.construct, name });
    left = commented(file, error.message);
  }
  const schemas: SchemaStatements = new Map();
  const kept =
    left === '' ? file.getStatements().flatMap((one) => keptText(one, handler?.at, isCalled, schemas)) : [left];
  const types = [...members.writing.types.declarations, ...members.writing.declarations].join('\n');
  const own = members.methods.length > 0 ? members.writeClass(`${name} ${kind}`) : '';
  const text = withoutUnused([...kept, types, own].filter((part) => part.trim() !== '').join('\n\n'), schemas);
  const heads = [
    ...coreImport(members.writing.core, imports),
    ...imports.write(text),
    ...helperImport(migration.helpers, migration.pathToRoot(file), text),
  ];
  const whole = `${leadingComment(file)}${heads.join('\n')}${heads.length > 0 ? '\n\n' : ''}${text.trim()}\n`;
  return {
    text: formatted(plainNames([...members.zod.names.values()], whole)),
    files: imports.used(text).flatMap(({ declaration }) => declaration.getModuleSpecifierSourceFile() ?? []),
  };
}

/** Whether code besides the export of it uses a function. */
function isUsed(fn: Node): boolean {
  return (
    Node.isFunctionDeclaration(fn) &&
    fn.findReferencesAsNodes().some((use) => use.getParent() !== fn && !Node.isExportAssignment(use.getParent()))
  );
}

/** A handler that other code calls is exported only if another file calls it. */
function calledText(fn: FunctionDeclaration): string {
  const isImported = fn.findReferencesAsNodes().some((use) => use.getSourceFile() !== fn.getSourceFile());
  return isImported ? statementText(fn) : statementText(fn).replace(/^export default /, '');
}

/** The text of a statement that stays; those that only describe the component are left out if nothing uses them. */
function keptText(
  statement: Statement,
  handler: Node | undefined,
  isCalled: boolean,
  schemas: SchemaStatements,
): readonly string[] {
  if (Node.isImportDeclaration(statement) || Node.isExportAssignment(statement)) return [];
  if (Node.isFunctionDeclaration(statement) && statement === handler) return isCalled ? [calledText(statement)] : [];
  const text = statementText(statement);
  if (!Node.isVariableStatement(statement)) {
    noteSchema(schemas, statement, text);
    return [text];
  }
  const [only, second] = statement.getDeclarations();
  if (!only || second) return [text];
  const isDescription = ['schema', 'metadata', 'outputSchema'].includes(only.getName());
  const isHandler = only === handler || handler?.getText().includes(`export default ${only.getName()}`) === true;
  const isShared = only.findReferencesAsNodes().some((use) => use.getSourceFile() !== statement.getSourceFile());
  const local = isShared ? text : text.replace(/^export /, '');
  if ((isDescription || isHandler) && !isShared) schemas.set(local, only.getName());
  else noteSchema(schemas, statement, local);
  return [local];
}

function reportLeftOut(read: SourceFolder, written: ReadonlyMap<SourceFile, string>, migration: Migration): void {
  const uses = [...written.values()].some((text) => /\bprocess\.env\b/.test(text));
  const [first] = written.keys();
  if (uses && first)
    migration.report(first, {
      message: 'xmcp read `.env` by itself: start Node with `--env-file=.env`, or set the environment',
      severity: 'note',
      construct: '.env',
    });
  for (const file of read.sources.filter((one) => !written.has(one))) {
    const path = read.pathOf(file);
    const isMiddleware = /^src\/middleware\.[jt]s$/.test(path);
    const message = isMiddleware
      ? 'middleware is not kept: see `auth` in the configuration of the server, and `onCall`'
      : 'no component imports this file, and it is left out';
    migration.report(file, {
      message,
      severity: isMiddleware ? 'warning' : 'note',
      construct: isMiddleware ? 'middleware' : 'file',
    });
  }
}
