/**
 * Reads the modules of a NestJS application: the classes that its MCP server publishes, and what its container provides.
 */
import { type ClassDeclaration, Node, type SourceFile } from 'ts-morph';
import { returnsOf } from '../handlers/returns.js';
import type { ReportFinding } from '../model.js';
import { functionBehind } from '../readers/server-values.js';
import { findDecorator } from '../source/decorators.js';
import { importedName, importOf } from '../source/imports.js';
import { declarationOf, memberOf, plain, resolve, textOf } from '../source/static-value.js';
import { mcpNest, nestPackages } from './nest-packages.js';
import { findPublication } from './publications.js';

/** The key of a provider: the declaration of a class or a constant, or a text. */
export type Token = Node | string;

/** One entry of a module's `providers`. */
export interface Provider {
  readonly kind: 'class' | 'value' | 'factory' | 'existing';
  /** The class, the value's expression, the factory, or the other token's expression. */
  readonly of: Node;
  /** The tokens of a factory's parameters. */
  readonly inject: readonly Node[];
  readonly at: Node;
}

/** An MCP server of the application. */
export interface NestServer {
  readonly at: Node;
  /** The object of its options; absent if only a run knows them. */
  readonly options?: Node;
}

/** An application. */
export interface NestApp {
  readonly published: ReadonlySet<ClassDeclaration>;
  readonly providers: ReadonlyMap<Token, Provider>;
  readonly servers: readonly NestServer[];
  /** Whether the messages of errors reach clients, as a filter of the whole application makes them in version 2. */
  readonly showsErrors: boolean;
}

/** Reads the application of a folder. */
export function readNestApp(files: readonly SourceFile[], report: ReportFinding): NestApp {
  const graph = new ModuleGraph(report);
  const modules = files.flatMap((file) => file.getClasses()).filter(isModule);
  const roots = files.flatMap(rootModules);
  for (const module of roots.length > 0 ? roots : modules) graph.visit(module);
  graph.addStrategies(files);
  return graph;
}

function isModule(one: ClassDeclaration): boolean {
  return findDecorator(one, nestPackages, 'Module') !== undefined;
}

/** The modules that `NestFactory.create…(Module)` starts. */
function rootModules(file: SourceFile): readonly ClassDeclaration[] {
  return file.getDescendants().flatMap((node) => {
    if (!Node.isCallExpression(node)) return [];
    const called = node.getExpression();
    const [first] = node.getArguments();
    if (!Node.isPropertyAccessExpression(called) || called.getExpression().getText() !== 'NestFactory' || !first)
      return [];
    const module = classBehind(first);
    return module ? [module] : [];
  });
}

/** Returns the class of the folder that a name refers to, through `forwardRef`. */
export function classBehind(node: Node): ClassDeclaration | undefined {
  const value = plain(node);
  if (Node.isCallExpression(value) && value.getExpression().getText() === 'forwardRef') {
    const fn = value.getArguments()[0];
    const body = Node.isArrowFunction(fn) ? fn.getBody() : undefined;
    return body && classBehind(body);
  }
  const declaration = Node.isIdentifier(value) ? declarationOf(value) : undefined;
  return Node.isClassDeclaration(declaration) ? declaration : undefined;
}

/** Returns the token that an expression is; `undefined` for one of a package, or for one that only a run knows. */
export function tokenOf(node: Node): Token | undefined {
  const found = classBehind(node) ?? textOf(node);
  if (found !== undefined) return found;
  const value = plain(node);
  return Node.isIdentifier(value) ? declarationOf(value) : undefined;
}

class ModuleGraph implements NestApp {
  readonly published = new Set<ClassDeclaration>();
  readonly providers = new Map<Token, Provider>();
  readonly servers: NestServer[] = [];
  showsErrors = false;
  readonly #visited = new Set<Node>();

  constructor(private readonly report: ReportFinding) {}

  visit(module: ClassDeclaration): void {
    if (this.#visited.has(module)) return;
    this.#visited.add(module);
    for (const used of ['configure', 'onModuleInit', 'onApplicationBootstrap', 'onModuleDestroy']) {
      const method = module.getMethod(used);
      if (!method) continue;
      const message =
        used === 'configure'
          ? 'middleware of the application is not kept: the server has its own checks of requests'
          : `${used}() of a module is not called: move it to a class that a component needs, as \`start()\` or \`stop()\``;
      this.report(method, { message, severity: 'warning', construct: used });
    }
    const options = findDecorator(module, nestPackages, 'Module')?.given[0];
    if (options) this.#readOptions(resolve(options));
  }

  /** Adds the servers that version 2 creates as strategies of a microservice. */
  addStrategies(files: readonly SourceFile[]): void {
    for (const file of files)
      file.forEachDescendant((node) => {
        if (!Node.isNewExpression(node)) return;
        const name = node.getExpression();
        const isStrategy =
          Node.isIdentifier(name) && importedName(name) === 'McpStrategy' && mcpNest.test(importOf(name) ?? '');
        if (isStrategy) this.#addServer(node, node.getArguments()[0]);
      });
    const names = new Set(this.servers.map(({ options }) => options && textOf(memberOf(options, 'server'))));
    for (const one of this.published) {
      const options = findDecorator(one, mcpNest, 'McpController')?.given[0];
      const name = options && textOf(memberOf(resolve(options), 'server'));
      if (name !== undefined && !names.has(name)) this.published.delete(one);
    }
  }

  #readOptions(options: Node): void {
    const imports = this.#elements(memberOf(options, 'imports'));
    const provided = this.#elements(memberOf(options, 'providers'));
    const controllers = this.#elements(memberOf(options, 'controllers'));
    const servesMcp = imports.map((one) => this.#visitImport(one)).includes(true);
    for (const one of provided) this.#addProvider(one);
    for (const one of [...controllers, ...provided]) {
      const found = classBehind(one);
      const isController = found && findDecorator(found, mcpNest, 'McpController') !== undefined;
      if (found && (servesMcp || isController)) this.#publish(found);
    }
    for (const one of controllers) {
      const found = classBehind(one);
      if (found) this.providers.set(found, { kind: 'class', of: found, inject: [], at: one });
    }
  }

  /** Visits an import of a module. @returns whether it is an MCP server, whose tools are those of the module */
  #visitImport(node: Node): boolean {
    const value = resolve(node);
    const found = classBehind(value);
    if (found) {
      this.visit(found);
      return false;
    }
    const call = Node.isAwaitExpression(value) ? value.getExpression() : value;
    const called = Node.isCallExpression(call) ? call.getExpression() : undefined;
    if (!Node.isCallExpression(call) || !Node.isPropertyAccessExpression(called)) {
      this.#reportForeign(node);
      return false;
    }
    const owner = called.getExpression();
    if (mcpNest.test(importOf(owner) ?? '')) return this.#readMcpModule(call, called.getName());
    const own = classBehind(owner);
    if (!own) {
      this.#reportForeign(node);
      return false;
    }
    this.visit(own);
    const fn = functionBehind(called);
    for (const { value: returned } of fn ? returnsOf(fn) : []) if (returned) this.#readOptions(resolve(returned));
    return false;
  }

  #readMcpModule(call: Node, method: string): boolean {
    const given = Node.isCallExpression(call) ? call.getArguments() : [];
    if (method === 'forFeature') {
      for (const one of this.#elements(given[0])) {
        const found = classBehind(one);
        if (found) this.#publish(found);
      }
      return false;
    }
    if (method === 'forRoot') this.#addServer(call, given[0]);
    else this.#addServer(call, factoryResult(given[0]));
    return true;
  }

  /** Adds a class with components, and those of its base classes that have some. */
  #publish(one: ClassDeclaration): void {
    if (one.getMethods().some((method) => findPublication(method) !== undefined)) this.published.add(one);
    const base = one.getBaseClass();
    if (base) this.#publish(base);
  }

  #addServer(at: Node, given: Node | undefined): void {
    const options = given && resolve(given);
    this.servers.push({ at, ...(options && Node.isObjectLiteralExpression(options) && { options }) });
  }

  /** The elements of a list, through constants, spreads and conditions. */
  #elements(list: Node | undefined): readonly Node[] {
    const held = list && resolve(list);
    if (!held || !Node.isArrayLiteralExpression(held)) {
      if (held) this.#reportRun(held);
      return [];
    }
    return held.getElements().flatMap((element) => this.#element(element));
  }

  #element(element: Node): readonly Node[] {
    const value = plain(Node.isSpreadElement(element) ? element.getExpression() : element);
    if (Node.isConditionalExpression(value)) {
      this.#reportCondition(value, value.getCondition().getText());
      return [value.getWhenTrue(), value.getWhenFalse()].flatMap((one) =>
        Node.isSpreadElement(element) ? this.#elements(one) : this.#element(one),
      );
    }
    if (Node.isBinaryExpression(value) && value.getOperatorToken().getText() === '&&') {
      this.#reportCondition(value, value.getLeft().getText());
      return Node.isSpreadElement(element) ? this.#elements(value.getRight()) : this.#element(value.getRight());
    }
    return Node.isSpreadElement(element) ? this.#elements(value) : [element];
  }

  #reportCondition(at: Node, condition: string): void {
    const shown = condition.replace(/\s+/g, ' ').slice(0, 80);
    const message = `the module has this only if \`${shown}\`; the plugin always has it`;
    this.report(at, { message, severity: 'warning', construct: 'if' });
  }

  #reportRun(at: Node): void {
    const message = 'a list of a module depends on a run of the old server, and is left out';
    this.report(at, { message, severity: 'warning', construct: 'Module' });
  }

  #reportForeign(at: Node): void {
    const value = resolve(at);
    const called = Node.isCallExpression(value) ? value.getExpression() : value;
    const name = called.getText().replace(/\s+/g, ' ').slice(0, 60);
    const message = /^ConfigModule\b/.test(name)
      ? 'ConfigModule is not loaded: ConfigService reads the environment alone, without `.env` files, `load` and checks'
      : `the module ${name} is of a package and is not loaded: what it sets up is missing`;
    this.report(at, { message, severity: 'warning', construct: 'Module' });
  }

  #addProvider(element: Node): void {
    const value = resolve(element);
    const found = classBehind(value);
    if (found) {
      this.providers.set(found, { kind: 'class', of: found, inject: [], at: element });
      return;
    }
    const provide = memberOf(value, 'provide');
    if (!provide) {
      if (!Node.isIdentifier(value)) this.#reportRun(element);
      return;
    }
    if (this.#readGlobal(element, provide, value)) return;
    const token = tokenOf(provide);
    if (token === undefined) return;
    const inject = this.#elements(memberOf(value, 'inject'));
    const one = (kind: Provider['kind'], of: Node | undefined): void => {
      if (of) this.providers.set(token, { kind, of, inject, at: element });
    };
    const made = memberOf(value, 'useClass');
    one('class', made && (classBehind(made) ?? made));
    one('value', memberOf(value, 'useValue'));
    one('factory', memberOf(value, 'useFactory'));
    one('existing', memberOf(value, 'useExisting'));
  }

  /** Reads a guard, an interceptor, a pipe or a filter of the whole application. */
  #readGlobal(at: Node, provide: Node, options: Node): boolean {
    const name = provide.getText();
    if (!/^APP_(GUARD|INTERCEPTOR|PIPE|FILTER)$/.test(name)) return false;
    const made = memberOf(options, 'useClass');
    if (made && importedName(made) === 'McpExceptionFilter') {
      this.showsErrors = true;
      return true;
    }
    const message = `${name} of the application is not applied: see \`onCall\` and the configuration of the server`;
    this.report(at, { message, severity: 'warning', construct: name });
    return true;
  }
}

/** The options that the factory of `forRootAsync` returns. */
function factoryResult(options: Node | undefined): Node | undefined {
  const factory = options && memberOf(resolve(options), 'useFactory');
  const fn = factory && (Node.isMethodDeclaration(factory) ? factory : functionBehind(factory));
  return fn && returnsOf(fn)[0]?.value;
}
