/**
 * Rewrites a NestJS application that serves MCP by MCP-Nest: the classes with components, and whatever they import or get injected.
 */
import { type ClassDeclaration, Node, type SourceFile, SyntaxKind } from 'ts-morph';
import { MigrateError } from '../migrate-error.js';
import type { ServerFacts } from '../readers/server-facts.js';
import { decoratorsOf, findDecorator } from '../source/decorators.js';
import type { SourceFolder } from '../source/source-folder.js';
import { type Places, relativeModule } from '../source/source-layout.js';
import { memberOf, textOf } from '../source/static-value.js';
import { lifeNames } from '../writing/method-heads.js';
import type { Migration } from '../writing/migration.js';
import { helperImport } from '../writing/results-module.js';
import type { RewrittenSources } from '../writing/rewritten-sources.js';
import { Injection } from './injection.js';
import { type NestApp, readNestApp } from './module-graph.js';
import { nestPackages } from './nest-packages.js';
import { writeNestFile } from './nest-writer.js';
import { findRegistrations, reportRegistration } from './registrations.js';
import { ProvidedValues } from './provided-values.js';
import { findPublication } from './publications.js';

/** Rewrites the application. */
export function rewriteNest(read: SourceFolder, places: Places, migration: Migration): RewrittenSources {
  const app = readNestApp(read.sources, migration.report);
  if (app.published.size === 0)
    throw new MigrateError(
      'no MCP server was found: no module of this folder gives a class to an MCP server of MCP-Nest',
    );
  const isSecond = read.sources.some((file) => /\bMcp(Strategy|Controller)\b/.test(file.getFullText()));
  migration.hidesErrors = isSecond && !app.showsErrors;
  renameLifeMethods(app, migration);
  const values = new ProvidedValues();
  const pathTo = (from: string, to: SourceFile): string => relativeModule(from, places.pathOf(to));
  const paths = {
    specifier: (from: string, file: SourceFile, module: string | SourceFile) =>
      typeof module === 'string' ? places.moduleOf(file, module) : pathTo(`${from}.ts`, module),
  };
  const injection = new Injection(app, values, paths, migration.report);
  const writing = {
    migration,
    app,
    injection,
    pathTo: (from: SourceFile, to: SourceFile) => pathTo(places.pathOf(from), to),
  };
  const written = new Map<SourceFile, string>();
  const waiting = [...app.published].map((one) => one.getSourceFile());
  while (waiting.length > 0 || [...values.files].some((file) => !written.has(file))) {
    const file = waiting.shift() ?? [...values.files].find((one) => !written.has(one));
    if (!file || written.has(file)) continue;
    written.set(file, '');
    const { text, files } = writeNestFile(writing, file);
    written.set(file, text);
    waiting.push(...files);
  }
  reportSecuritySchemes(app, migration);
  reportLeftOut(read.sources, written, migration);
  reportBootstrap(read.sources, migration);
  if (values.hasStandIns) migration.helpers.add('unprovided');
  const modules = read.sources.flatMap((file) => {
    const text = written.get(file);
    return text === undefined ? [] : [[places.pathOf(file), text] as const];
  });
  const helpers = values.hasStandIns ? helperImport(migration.helpers, '../', 'unprovided') : [];
  return { modules: [...modules, ...values.write(helpers)], facts: readFacts(app, migration) };
}

/** MCP-Nest lists how each tool is protected, although the application does not say it. */
function reportSecuritySchemes({ published }: NestApp, { report }: Migration): void {
  const methods = [...published].flatMap((one) => one.getMethods());
  const tool = methods.map(findPublication).find((used) => used?.name === 'Tool');
  const message = '`_meta.securitySchemes`, which MCP-Nest adds to every tool, is not listed';
  if (tool) report(tool.node, { message, severity: 'note', construct: 'securitySchemes' });
}

/** A build calls methods of these names by itself, so that a service's own method gets another one. */
function renameLifeMethods(app: NestApp, migration: Migration): void {
  const classes = new Set([...app.providers.values()].map(({ of }) => of).filter(Node.isClassDeclaration));
  const constructed = [...classes].filter((one) => findDecorator(one, nestPackages, 'Controller') === undefined);
  for (const one of [...constructed, ...app.published])
    for (const name of lifeNames) {
      const method = one.getMethod(name);
      if (!method || findPublication(method)) continue;
      const message = `${name}() has another name here: hosts call a method of this name by themselves`;
      migration.report(method, { message, severity: 'note', construct: name });
      method.rename(`${name}Now`);
    }
}

/** Files that no component needs are left out; those with parts of NestJS are reported. */
function reportLeftOut(
  files: readonly SourceFile[],
  written: ReadonlyMap<SourceFile, string>,
  migration: Migration,
): void {
  for (const file of files.filter((one) => !written.has(one))) {
    for (const one of findRegistrations(file)) reportRegistration(migration.report, one);
    for (const one of file.getClasses()) {
      const said = describeLeftOut(one);
      if (said) migration.report(one, { message: said.message, severity: 'warning', construct: said.construct });
    }
  }
}

function describeLeftOut(one: ClassDeclaration): { readonly construct: string; readonly message: string } | undefined {
  const names = decoratorsOf(one, nestPackages).map(({ name }) => name);
  const name = one.getName() ?? 'a class';
  if (names.includes('Module')) return undefined;
  if (names.includes('Controller'))
    return { construct: 'Controller', message: `the HTTP routes of ${name} are not kept` };
  const roles = one.getImplements().map((type) => type.getExpression().getText());
  const role = roles.find((text) =>
    /^(CanActivate|NestInterceptor|PipeTransform|ExceptionFilter|NestMiddleware)$/.test(text),
  );
  if (role !== undefined) return { construct: role, message: `${name} is not kept: nothing calls it here` };
  if (one.getMethods().some((method) => findPublication(method)))
    return { construct: 'Module', message: `no module of the server has ${name}: its components are not published` };
  const hook = one.getMethods().find((method) => /^(onModule|onApplication|beforeApplication)/.test(method.getName()));
  if (hook && names.includes('Injectable'))
    return {
      construct: hook.getName(),
      message: `no component needs ${name}, so that its ${hook.getName()}() does not run`,
    };
  return undefined;
}

/** The set-up of the application beyond starting it. */
function reportBootstrap(files: readonly SourceFile[], migration: Migration): void {
  for (const file of files.filter((one) => /\bNestFactory\b/.test(one.getFullText())))
    for (const call of file.getDescendantsOfKind(SyntaxKind.CallExpression)) {
      const called = call.getExpression();
      const method = Node.isPropertyAccessExpression(called) ? called.getName() : '';
      if (!/^(useGlobal(Guards|Pipes|Interceptors|Filters)|use|enableCors)$/.test(method)) continue;
      const message = `${method}() of the application is not kept: see the configuration of the server, and \`onCall\``;
      migration.report(call, { message, severity: 'warning', construct: method });
    }
}

function readFacts({ servers }: NestApp, { report }: Migration): ServerFacts {
  const [first, ...others] = servers;
  const message = 'this folder has several servers: their components are in one plugin';
  for (const other of others) report(other.at, { message, severity: 'warning', construct: 'server' });
  const options = first?.options;
  if (!options) return {};
  for (const [name, loss] of Object.entries(lostOptions)) {
    const node = memberOf(options, name);
    if (node) report(node, { message: `the option ${name} ${loss}`, severity: 'warning', construct: name });
  }
  const [name, version] = [textOf(memberOf(options, 'name')), textOf(memberOf(options, 'version'))];
  const given = memberOf(options, 'instructions');
  const instructions = textOf(given);
  if (given && instructions === undefined) {
    const lost = 'the instructions depend on a run of the old server, and are left out';
    report(given, { message: lost, severity: 'warning', construct: 'instructions' });
  }
  return {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...(instructions !== undefined && { instructions }),
  };
}

const lostOptions: Readonly<Record<string, string>> = {
  title: 'of the server is not sent',
  description: 'of the server is not sent',
  websiteUrl: 'of the server is not sent',
  icons: 'of the server is not sent',
  capabilities: 'is not sent: clients see the capabilities that Sigil has',
  guards: 'is not applied: see `auth` in the configuration of the server',
  decorators: 'is not applied',
  serverMutator: 'is not called',
  allowUnauthenticatedAccess: 'is not kept: see `auth` in the configuration of the server',
  cacheHints: 'is not kept: see `cache` of resources',
};
