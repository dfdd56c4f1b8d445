/**
 * Writes the files of a NestJS application that its components need, as modules of a plugin.
 */
import { type ClassDeclaration, type ExportDeclaration, Node, type SourceFile, type Statement } from 'ts-morph';
import { findDecorator } from '../source/decorators.js';
import { importedName, importOf } from '../source/imports.js';
import { statementText } from '../source/statement-text.js';
import type { Migration } from '../writing/migration.js';
import { ClassMembers } from '../writing/class-members.js';
import { ModuleImports } from '../writing/module-imports.js';
import { formatted, leadingComment, plainNames } from '../writing/module-text.js';
import { noteSchema, type SchemaStatements, withoutUnused } from '../writing/schema-leftovers.js';
import { helperImport } from '../writing/results-module.js';
import { coreImport } from '../writing/core-import.js';
import { writeNestClass } from './class-writer.js';
import type { Injection } from './injection.js';
import type { NestApp } from './module-graph.js';
import { decoratorPackages, mcpNest, nestPackages } from './nest-packages.js';

/** The parts that the files of one application share. */
export interface NestWriting {
  readonly migration: Migration;
  readonly app: NestApp;
  readonly injection: Injection;
  readonly pathTo: (from: SourceFile, to: SourceFile) => string;
}

/** A written file, and the files of the old server that it still imports. */
export interface WrittenFile {
  readonly text: string;
  readonly files: readonly SourceFile[];
}

/** Writes one file. */
export function writeNestFile({ migration, app, injection, pathTo }: NestWriting, file: SourceFile): WrittenFile {
  const members = new ClassMembers(migration, file);
  const imports = new ModuleImports(file, (module) => migration.moduleOf(file, module), isReplaced);
  const parts = {
    members,
    imports,
    injection,
    report: migration.report,
    pathToRoot: migration.pathToRoot(file),
    pathTo: (to: SourceFile) => pathTo(file, to),
  };
  const schemas: SchemaStatements = new Map();
  const gone = goneNames(file);
  const written: string[] = [];
  let firstClass: number | undefined;
  for (const statement of file.getStatements()) {
    if (Node.isImportDeclaration(statement)) continue;
    if (Node.isClassDeclaration(statement)) {
      if (isModule(statement)) continue;
      const count = members.writing.core.size;
      const text = writeNestClass(parts, statement, app.published.has(statement));
      if (firstClass === undefined && members.writing.core.size > count) firstClass = written.length;
      written.push(text);
      continue;
    }
    if (usesGone(statement, gone)) continue;
    const text = Node.isExportDeclaration(statement)
      ? reexport(statement, imports.specifierOf(statement))
      : statementText(statement);
    noteSchema(schemas, statement, text);
    written.push(text);
  }
  const types = [...members.writing.types.declarations, ...members.writing.declarations].join('\n');
  if (types !== '') written.splice(firstClass ?? written.length, 0, types);
  const text = withoutUnused(written.filter((part) => part.trim() !== '').join('\n\n'), schemas);
  const heads = [
    ...coreImport(members.writing.core, imports),
    ...imports.write(text),
    ...helperImport(migration.helpers, migration.pathToRoot(file), text),
  ];
  const head = `${leadingComment(file)}${heads.join('\n')}`;
  const whole = `${head}${heads.length > 0 ? '\n\n' : ''}${text.trim()}\n`;
  const reached = [
    ...imports.used(text).map(({ declaration }) => declaration.getModuleSpecifierSourceFile()),
    ...file.getExportDeclarations().map((one) => one.getModuleSpecifierSourceFile()),
  ];
  return {
    text: formatted(plainNames([...members.zod.names.values()], whole.trim() === '' ? 'export {};\n' : whole)),
    files: reached.filter((one) => one !== undefined),
  };
}

/** Names that core and the module of results have, or that decorate only. */
function isReplaced(module: string, name: string): boolean {
  const own = ['Tool', 'Resource', 'ResourceTemplate', 'Prompt', 'Context', 'McpContext', 'McpController'];
  return mcpNest.test(module) && own.includes(name);
}

function isModule(one: ClassDeclaration): boolean {
  return findDecorator(one, nestPackages, 'Module') !== undefined;
}

const bootstrapping = new Set([
  'NestFactory',
  'McpStrategy',
  'McpModule',
  'StdioTransport',
  'StreamableHttpTransport',
  'McpTransportType',
]);

/** Names of the file that start or configure the application, and those that use them. */
function goneNames(file: SourceFile): ReadonlySet<Node> {
  const gone = new Set<Node>();
  for (let before = -1; before !== gone.size;) {
    before = gone.size;
    for (const statement of file.getStatements()) {
      if (Node.isImportDeclaration(statement) || (Node.isClassDeclaration(statement) && !isModule(statement))) continue;
      if (!usesGone(statement, gone)) continue;
      if (Node.isVariableStatement(statement)) for (const one of statement.getDeclarations()) gone.add(one);
      else if (Node.isFunctionDeclaration(statement) || Node.isClassDeclaration(statement)) gone.add(statement);
    }
  }
  return gone;
}

function usesGone(statement: Statement, gone: ReadonlySet<Node>): boolean {
  return statement.getDescendants().some((node) => {
    if (!Node.isIdentifier(node)) return false;
    const module = importOf(node);
    if (module !== undefined) return decoratorPackages.test(module) && bootstrapping.has(importedName(node));
    const declaration = node.getSymbol()?.getDeclarations()[0];
    return (
      declaration !== undefined && declaration.getFirstAncestor(Node.isStatement) !== statement && gone.has(declaration)
    );
  });
}

function reexport(statement: ExportDeclaration, module: string | undefined): string {
  const text = statement.getText();
  return module === undefined ? text : text.replace(/(['"]).*\1/, `'${module}'`);
}
