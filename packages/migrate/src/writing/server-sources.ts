/**
 * Rewrites the sources of servers that the official SDK or FastMCP runs: files with a server, while all others stay as they are.
 */
import { type ExportDeclaration, Node, type SourceFile } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import { serverFacts } from '../readers/server-facts.js';
import { constructedClass, type ServerValues } from '../readers/server-values.js';
import type { SourceFolder } from '../source/source-folder.js';
import type { Places } from '../source/source-layout.js';
import { resolve } from '../source/static-value.js';
import type { Migration } from './migration.js';
import { writeModule } from './module-writer.js';
import type { RewrittenSources } from './rewritten-sources.js';

/** Rewrites the sources. */
export function rewriteServers(read: SourceFolder, places: Places, migration: Migration): RewrittenSources {
  const facts = serverFacts(migration.servers.created, migration.report);
  const written = read.sources.map((file): readonly [SourceFile, string] => [
    file,
    hasServer(file, migration) ? writeModule(migration, file) : places.textOf(file),
  ]);
  const modules = written.map(([file, text]) => [places.pathOf(file), exportShared(migration, file, text)] as const);
  return { modules, facts };
}

/** Exports the constants of a file that set-up functions of other files import. */
function exportShared({ sharedNames }: Migration, file: SourceFile, text: string): string {
  return sharedNames
    .filter((one) => one.file === file)
    .reduce(
      (result, { name }) =>
        result.replace(new RegExp(`^(const|let|class|function) ${name}\\b`, 'm'), `export $1 ${name}`),
      text,
    );
}

function hasServer(file: SourceFile, { servers }: Migration): boolean {
  const isIn = (node: Node): boolean => node.getSourceFile() === file;
  return (
    [...servers.holders].some(isIn) ||
    servers.created.some(isIn) ||
    file
      .getDescendants()
      .some(
        (node) =>
          (Node.isCallExpression(node) && isFactoryCall(node, servers.factories)) ||
          constructedClass(node, servers.classes) !== undefined,
      ) ||
    file.getExportDeclarations().some((one) => exportsSetUp(one, servers))
  );
}

function isFactoryCall(call: Node, factories: ReadonlySet<Node>): boolean {
  return Node.isCallExpression(call) && factories.has(resolve(call.getExpression()));
}

/** Whether a re-export names a function that gets or returns a server. */
function exportsSetUp(one: ExportDeclaration, { holders, factories }: ServerValues): boolean {
  return one.getNamedExports().some((named) => {
    const fn = resolve(named.getNameNode());
    return factories.has(fn) || (isWritten(fn) && fn.getParameters().some((parameter) => holders.has(parameter)));
  });
}
