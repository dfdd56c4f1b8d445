/**
 * Decides how a class gets what NestJS injected into it: a class of the plugin stays a parameter of the constructor, which the build resolves;
 * a value becomes an import; a service of a package that nothing constructs becomes a stand-in that fails when it is used.
 */
import { type ClassDeclaration, Node, type SourceFile, type TypeNode } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import type { ReportFinding } from '../model.js';
import { functionBehind } from '../readers/server-values.js';
import { decoratorsOf, findDecorator } from '../source/decorators.js';
import { importedName, importOf } from '../source/imports.js';
import { type MovedText, moveText } from '../source/moved-text.js';
import { classBehind, type NestApp, type Provider, type Token, tokenOf } from './module-graph.js';
import { mcpNest, nestPackages } from './nest-packages.js';
import { providersModule, type ProvidedValues, valuesModule } from './provided-values.js';

/** How a class gets one injected part. */
export type Injected =
  /** A parameter of a class. */
  | { readonly kind: 'class'; readonly of: ClassDeclaration }
  /** A parameter whose type a provider returns. */
  | { readonly kind: 'provided' }
  /** A constant of the values' module. */
  | { readonly kind: 'value'; readonly name: string }
  /** Nothing, since only the MCP server's own parts were injected. */
  | { readonly kind: 'none' };

/** Classes of packages that work without their modules. */
const standalone: Readonly<Record<string, string>> = {
  '@nestjs/config ConfigService': 'new ConfigService()',
  '@nestjs/axios HttpService': 'new HttpService()',
  '@nestjs/event-emitter EventEmitter2': 'new EventEmitter2()',
  '@nestjs/core Reflector': 'new Reflector()',
  '@nestjs/common Logger': 'new Logger()',
};

/** The paths of modules, as files of the plugin write them. */
export interface ModulePaths {
  /** Writes the specifier of what a file imports, or of a file, for a module below `src`. */
  readonly specifier: (from: string, file: SourceFile, module: string | SourceFile) => string;
}

/** A token that a constructor asks for, with its provider. */
interface ProvidedToken {
  readonly token: Token;
  readonly key: Node;
  readonly provider: Provider;
  readonly type: TypeNode | undefined;
  /** The tokens on the way here, so that circles end. */
  readonly seen: Set<Token>;
}

/** The injections of an application. */
export class Injection {
  constructor(
    private readonly app: NestApp,
    private readonly values: ProvidedValues,
    private readonly paths: ModulePaths,
    private readonly report: ReportFinding,
  ) {}

  /** Returns whether the build constructs a class, as NestJS did. */
  constructs(one: ClassDeclaration): boolean {
    return [...this.app.providers.values()].some(({ kind, of }) => kind === 'class' && of === one);
  }

  /** Resolves a parameter of a constructor, or a property with `@Inject`. */
  resolve(part: Node, type: TypeNode | undefined): Injected {
    const inject = findDecorator(part, nestPackages, 'Inject');
    const other = decoratorsOf(part, /./).find(({ name }) => !['Inject', 'Optional'].includes(name));
    const named = inject?.given[0];
    const typeName = Node.isTypeReference(type) ? type.getTypeName() : undefined;
    const key = other ? undefined : (named ?? typeName);
    if (!key) return this.#standIn(part, other ? `@${other.name}` : 'parameter');
    return this.#resolveToken(part, key, type, new Set());
  }

  #resolveToken(part: Node, key: Node, type: TypeNode | undefined, seen: Set<Token>): Injected {
    const module = Node.isIdentifier(key) ? importOf(key) : undefined;
    const token = tokenOf(key);
    const provider = token === undefined ? undefined : this.app.providers.get(token);
    const own = classBehind(key);
    if (token !== undefined && seen.has(token)) return this.#standIn(part, key.getText());
    if (token !== undefined) seen.add(token);
    if (provider) return this.#provide(part, { token: token ?? key, key, provider, type, seen });
    if (own) return this.#ownClass(own);
    if (module !== undefined && mcpNest.test(module)) return { kind: 'none' };
    if (key.getText() === "'MCP_STRATEGY'" || key.getText() === 'MCP_STRATEGY') return { kind: 'none' };
    const made = module === undefined ? undefined : standalone[`${module} ${importedName(key)}`];
    if (made === undefined) return this.#standIn(part, key.getText());
    const { name, isNew } = this.values.nameOf(`${module ?? ''} ${key.getText()}`, key.getText());
    const imports = [`import { ${importedName(key)} } from '${module ?? ''}';`];
    if (isNew) this.values.addValue(name, { text: made, imports, declarations: [] });
    return { kind: 'value', name };
  }

  /** A class with methods or with hidden state is a service to the build; any other would be a configuration. */
  #ownClass(own: ClassDeclaration): Injected {
    const isService =
      own.getMethods().length > 0 ||
      own.getExtends() !== undefined ||
      own.getInstanceMembers().some((one) => /^(private|protected|#)/.test(one.getText().replace(/^@.*\n\s*/, '')));
    if (isService) return { kind: 'class', of: own };
    const name = own.getName() ?? '';
    this.values.files.add(own.getSourceFile());
    this.values.addProvider(name, `export function ${lowered(name)}(): ${name} {\n  return new ${name}();\n}\n`, [
      `import { ${name} } from '${this.paths.specifier(providersModule, own.getSourceFile(), own.getSourceFile())}';`,
    ]);
    return { kind: 'provided' };
  }

  #provide(part: Node, asked: ProvidedToken): Injected {
    const { token, key, provider, type, seen } = asked;
    const own = classBehind(key);
    switch (provider.kind) {
      case 'class': {
        const made = Node.isClassDeclaration(provider.of) ? provider.of : undefined;
        if (!made) return this.#standIn(part, key.getText());
        const hasOthers = [...this.app.providers.values()].filter(({ of }) => of === made).length > 1;
        if (made !== own && hasOthers) return this.#ownInstance(part, { token, key, made });
        if (!own || made === own) return this.#ownClass(made);
        return this.#alias(own, made);
      }
      case 'existing':
        return this.#resolveToken(part, provider.of, type, seen);
      case 'value':
        return this.#value(token, key, this.#moved(provider.of));
      case 'factory':
        return this.#factory(part, { token, key, provider, type, seen });
    }
  }

  /** Another instance of a class that the build constructs once. */
  #ownInstance(
    part: Node,
    { token, key, made }: { readonly token: Token; readonly key: Node; readonly made: ClassDeclaration },
  ): Injected {
    const name = made.getName() ?? '';
    if ((made.getConstructors()[0]?.getParameters().length ?? 0) > 0) {
      const message = `${key.getText()} was an instance of its own of ${name}; it is the one of the plugin now`;
      this.report(part, { message, severity: 'warning', construct: 'useClass' });
      return this.#ownClass(made);
    }
    const from = made.getSourceFile();
    const imports = [`import { ${name} } from '${this.#specifier(valuesModule, from, from)}';`];
    return this.#value(token, key, { text: `new ${name}()`, imports, declarations: [] });
  }

  /** A class that another one takes the place of. */
  #alias(own: ClassDeclaration, made: ClassDeclaration): Injected {
    const [name, other] = [own.getName() ?? '', made.getName() ?? ''];
    for (const one of [own, made]) this.values.files.add(one.getSourceFile());
    const isSame = made.getBaseClass() === own || own.isAbstract();
    this.values.addProvider(
      name,
      `export function ${lowered(name)}(made: ${other}): ${name} {\n  return made${isSame ? '' : ` as unknown as ${name}`};\n}\n`,
      [own, made].map(
        (one) =>
          `import type { ${one.getName() ?? ''} } from '${this.paths.specifier(providersModule, one.getSourceFile(), one.getSourceFile())}';`,
      ),
    );
    return { kind: 'provided' };
  }

  #value(token: Token, key: Node, moved: MovedText): Injected {
    const { name, isNew } = this.values.nameOf(token, wantedName(key), textOfMoved(moved));
    if (isNew) this.values.addValue(name, moved);
    return { kind: 'value', name };
  }

  #factory(part: Node, asked: ProvidedToken): Injected {
    const { token, key, provider, type, seen } = asked;
    const fn = functionBehind(provider.of) ?? provider.of;
    const isAsync = isWritten(fn) && (fn.isAsync() || /\bPromise\b/.test(fn.getReturnTypeNode()?.getText() ?? ''));
    const needs = provider.inject.map((one) => ({ one, injected: this.#resolveToken(part, one, undefined, seen) }));
    const moved = this.#moved(provider.of);
    const called = Node.isIdentifier(provider.of) ? moved.text : `(${moved.text})`;
    if (needs.every(({ injected }) => injected.kind === 'value')) {
      const given = needs.map(({ injected }) => (injected.kind === 'value' ? injected.name : ''));
      return this.#value(token, key, {
        ...moved,
        text: `${isAsync ? 'await ' : ''}${called}(${given.join(', ')})`,
      });
    }
    if (isAsync || !Node.isTypeReference(type)) return this.#standIn(part, key.getText());
    const result = moveText(type, (file, module) => this.#specifier(providersModule, file, module));
    const parameters: string[] = [];
    const given: string[] = [];
    const imports = [...result.imports, ...moved.imports.map((line) => line)];
    for (const { one, injected } of needs) {
      const own = injected.kind === 'class' ? injected.of : injected.kind === 'provided' ? classBehind(one) : undefined;
      if (own) {
        const name = own.getName() ?? '';
        parameters.push(`${lowered(name)}: ${name}`);
        given.push(lowered(name));
        const from = own.getSourceFile();
        imports.push(`import { ${name} } from '${this.#specifier(providersModule, from, from)}';`);
      } else if (injected.kind === 'value') {
        given.push(injected.name);
        imports.push(`import { ${injected.name} } from './${valuesModule.split('/').at(-1) ?? ''}.js';`);
      } else return this.#standIn(part, one.getText());
    }
    const { name, isNew } = this.values.nameOf(token, wantedName(key), textOfMoved(moved));
    if (!isNew) return { kind: 'provided' };
    const text = `export function ${name}(${parameters.join(', ')}): ${type.getText()} {\n  return ${called}(${given.join(', ')});\n}\n`;
    this.values.addProvider(name, `${[...moved.declarations, ...result.declarations].join('\n')}${text}`, imports);
    return { kind: 'provided' };
  }

  #moved(node: Node): MovedText {
    return moveText(node, (file, module) => this.#specifier(valuesModule, file, module));
  }

  #specifier(from: string, file: SourceFile, module: string | SourceFile): string {
    if (typeof module !== 'string') this.values.files.add(module);
    return this.paths.specifier(from, file, module);
  }

  /** A part that nothing of the plugin constructs. */
  #standIn(part: Node, shown: string): Injected {
    const message = `${shown} is not injected: a use of it fails; construct it where the stand-in is declared`;
    this.report(part, { message, severity: 'error', construct: 'Inject' });
    const { name, isNew } = this.values.nameOf(`stand-in ${shown}`, wantedText(shown));
    this.values.hasStandIns = true;
    const text = `unprovided<any>(${JSON.stringify(shown).replace(/"/g, "'")})`;
    if (isNew) this.values.addValue(name, { text, imports: [], declarations: [] });
    return { kind: 'value', name };
  }
}

function textOfMoved({ text, imports, declarations }: MovedText): string {
  const names = imports.map((one) => one.replace(/ from .*/, ''));
  return [text, ...names, ...declarations].join('\n').replace(/'[^'\n]*'/g, '');
}

function lowered(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function wantedName(key: Node): string {
  return wantedText(tokenText(key));
}

function tokenText(key: Node): string {
  const token = tokenOf(key);
  return typeof token === 'string' ? token : key.getText();
}

function wantedText(text: string): string {
  return text.replace(/^['"@]+|['"]+$/g, '').replace(/<.*/s, '');
}
