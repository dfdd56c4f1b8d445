/**
 * Writes one source file of the old server as a module of the plugin: its statements without the server, and a class with the
 * components that it registered.
 */
import { Node, type SourceFile, SyntaxKind } from 'ts-morph';
import type { Migration } from './migration.js';
import { ServerUses } from '../readers/server-uses.js';
import { ClassMembers } from './class-members.js';
import { ModuleImports } from './module-imports.js';
import { formatted, leadingComment, plainNames } from './module-text.js';
import { withoutUnused } from './schema-leftovers.js';
import { StatementWriter } from './statement-writer.js';
import { coreImport } from './core-import.js';
import { helperImport } from './results-module.js';

/** Writes the module of one file. */
export function writeModule(migration: Migration, file: SourceFile): string {
  const uses = new ServerUses(migration.servers, file);
  const members = new ClassMembers(migration, file);
  const imports = new ModuleImports(file, (module) => migration.moduleOf(file, module), isReplaced);
  const serverClass = file.getClasses().find((one) => uses.hasServer(one));
  for (const one of [...(serverClass?.getMethods() ?? []), ...(serverClass?.getProperties() ?? [])])
    members.writing.methods.add(one.getName());
  const statements = new StatementWriter(migration, file, uses, members, imports, serverClass);

  const body = statements.statements(
    file.getStatements().filter((one) => !Node.isImportDeclaration(one)),
    true,
  );
  body.push(...statements.remaining());
  const ownClass = members.methods.length > 0 && !serverClass ? members.writeClass() : '';
  const before = [...members.writing.types.declarations, ...members.writing.declarations].join('\n');
  const parts = [...body, before, ownClass].filter((part) => part.trim() !== '');
  const text = withoutUnused(parts.join('\n\n'), statements.schemas);
  if (/\bnew UserError\b/.test(text)) reportExtras(migration, file);
  const heads = [
    ...coreImport(members.writing.core, imports),
    ...imports.write(text),
    ...helperImport(migration.helpers, migration.pathToRoot(file), text),
  ];
  const isScript = /\.(js|mjs|cjs|jsx)$/.test(file.getFilePath());
  const head = `${isScript ? '// @ts-nocheck\n' : ''}${leadingComment(file)}${heads.join('\n')}`;
  return formatted(
    plainNames([...members.zod.names.values()], `${head}${heads.length > 0 ? '\n\n' : ''}${text.trim()}\n`),
  );
}

/** Classes of FastMCP that the results module has instead. */
function isReplaced(module: string, name: string): boolean {
  return module === 'fastmcp' && name === 'UserError';
}

/** FastMCP sends the second argument of a `UserError` as structured content of the failure. */
function reportExtras(migration: Migration, file: SourceFile): void {
  migration.helpers.add('UserError');
  for (const node of file.getDescendantsOfKind(SyntaxKind.NewExpression)) {
    if (node.getExpression().getText() !== 'UserError' || node.getArguments().length < 2) continue;
    const message = 'structured content of a failure is not sent';
    migration.report(node, { message, severity: 'warning', construct: 'UserError' });
  }
}
