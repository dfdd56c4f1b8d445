/**
 * Joins classes and the services that their constructors take: each part once, after its dependencies.
 */
import type { ts } from 'ts-morph';
import type { ClassModel, InjectionModel, ServiceModel } from '../model/plugin-model.js';
import { describeBlock } from './docs/apply-docs.js';
import { readDocComment } from './docs/doc-source.js';
import type { Service } from './find-service.js';
import { classOf, findExportedClass, type PluginClass } from './plugin-classes.js';
import { placeOfName } from './program/class-nodes.js';
import { type Place, placeOf, relativeName } from './program/problems.js';
import type { Provider, Reading } from './program/reading.js';
import { bindingsOf, hasLife, type ReadClass } from './read-class.js';
import { readCarry } from './read-carry.js';
import { readConstruction, readParameters, type ReadConstruction } from './read-construction.js';
import type { TypeReader } from './types/type-site.js';

/** A service and the place that names it. */
export interface PlacedService {
  readonly model: ServiceModel;
  readonly at: Place;
}

interface Wiring {
  readonly classes: readonly ClassModel[];
  readonly services: readonly PlacedService[];
  /** The names of all parts, each after its dependencies; absent if no part has dependencies. */
  readonly construction?: readonly string[];
}

/** Finds the services that classes need, and those that these need; reports those that cannot be constructed. */
export function wireServices(reader: TypeReader, classes: readonly ReadClass[]): Wiring {
  if (classes.every(({ construction }) => construction.parameters === undefined))
    return { classes: classes.map(({ model }) => model), services: [] };
  const wiring = new ServiceWiring(reader, classes);
  for (const one of classes) wiring.visitClass(one);
  return wiring.finish();
}

/** A class or a service to be ordered. */
interface Part {
  readonly name: string;
  readonly construction: ReadConstruction;
  /** Absent for a published class. */
  readonly service?: PlacedService;
  /** The types that it can be requested as. */
  readonly provides: Set<string>;
}

class ServiceWiring {
  /** Keyed by the constructed class or the provider. */
  readonly #parts = new Map<ts.ClassLikeDeclaration | Provider, Part | undefined>();
  readonly #order: Part[] = [];
  readonly #path: Part[] = [];

  constructor(
    private readonly reader: TypeReader,
    private readonly classes: readonly ReadClass[],
  ) {
    for (const { model, declaration, construction } of classes)
      this.#parts.set(declaration, { name: model.name, construction, provides: new Set() });
  }

  visitClass({ declaration }: ReadClass): void {
    const part = this.#parts.get(declaration);
    if (part) this.#visit(part);
  }

  finish(): Wiring {
    const services = this.#order.flatMap(({ service, construction, provides }) => {
      if (!service) return [];
      return { ...service, model: { ...service.model, ...this.#parametersOf(construction), provides: [...provides] } };
    });
    const classes = this.classes.map(({ model, construction }) => ({ ...model, ...this.#parametersOf(construction) }));
    return { classes, services, construction: this.#order.map(({ name }) => name) };
  }

  #visit(part: Part): void {
    if (this.#order.includes(part)) return;
    this.#path.push(part);
    for (const parameter of part.construction.parameters ?? []) {
      if (parameter.kind !== 'service') continue;
      const needed = this.#partOf(parameter.service, parameter.at);
      needed?.provides.add(parameter.service.text);
      if (needed && this.#path.includes(needed)) this.#reportCycle(needed, parameter.at);
      else if (needed) this.#visit(needed);
    }
    this.#path.pop();
    this.#order.push(part);
  }

  #partOf(service: Service, at: Place): Part | undefined {
    const key = service.kind === 'provider' ? service.provider : service.declaration;
    if (!this.#parts.has(key)) {
      const part =
        service.kind === 'provider' ? this.#readProvider(service.provider) : this.#readClass(service.declaration, at);
      this.#parts.set(key, part);
    }
    return this.#parts.get(key);
  }

  #readProvider(provider: Provider): Part | undefined {
    const { reading } = this.reader;
    const { name, file, isFunction, signature, declaration, gives, at } = provider;
    if (declaration) {
      const pluginClass = classOf(reading, { node: declaration }, name);
      return pluginClass && this.#readServiceClass({ ...pluginClass, file }, name, { from: 'provider', at });
    }
    const construction = readParameters(this.reader, {
      owner: `provider "${name}"`,
      at,
      signatures: [signature],
      bindings: new Map(),
    });
    const declared = signature.getDeclaration();
    return this.#newPart(
      {
        name,
        exportName: name,
        file: relativeName(reading.folder, file.fileName),
        from: 'provider',
        isFunction,
        provides: [],
        ...describe(reading, declared),
        ...(hasLife(reading, { instance: gives }, declared) && { hasLife: true }),
      },
      at,
      construction,
    );
  }

  #readClass(declaration: ts.ClassLikeDeclaration, at: Place): Part | undefined {
    const { reading } = this.reader;
    const pluginClass = findExportedClass(reading, declaration);
    if (pluginClass?.name !== undefined)
      return this.#readServiceClass(pluginClass, pluginClass.name, {
        from: 'class',
        at: placeOfName(pluginClass.declaration),
      });
    const name = declaration.name?.text ?? 'this class';
    const message = `${name} is a service, and its file does not export it`;
    reading.problems.add({ code: 'SIGIL039', at: declaration.name ? placeOf(declaration.name) : at, message });
    return undefined;
  }

  #readServiceClass(
    pluginClass: PluginClass,
    name: string,
    { from, at }: { readonly from: ServiceModel['from']; readonly at: Place },
  ): Part {
    const { reading } = this.reader;
    const { declaration, exportName, file, chain, instance } = pluginClass;
    const bindings = bindingsOf(reading, chain);
    const carry = readCarry(this.reader, { pluginClass, name, bindings });
    const model: ServiceModel = {
      name,
      exportName,
      file: relativeName(reading.folder, file.fileName),
      from,
      isFunction: false,
      provides: [],
      ...describe(reading, declaration.compilerNode),
      ...(hasLife(reading, { instance }, declaration.compilerNode) && { hasLife: true }),
      ...(carry && { carry }),
    };
    return this.#newPart(model, at, readConstruction(this.reader, { pluginClass, name, bindings }));
  }

  #newPart(model: ServiceModel, at: Place, construction: ReadConstruction): Part {
    const { configuration } = construction;
    const complete = { ...model, ...(configuration && { configuration }) };
    return { name: model.name, construction, service: { model: complete, at }, provides: new Set() };
  }

  #reportCycle(first: Part, at: Place): void {
    const names = [...this.#path.slice(this.#path.indexOf(first)), first].map(({ name }) => name);
    const message = `${names.join(' → ')}: none of them can be constructed first`;
    this.reader.reading.problems.add({ code: 'SIGIL036', at, message });
  }

  #parametersOf({ parameters }: ReadConstruction): { readonly parameters?: readonly InjectionModel[] } {
    if (!parameters) return {};
    return {
      parameters: parameters.map((parameter): InjectionModel => {
        if (parameter.kind !== 'service') return { kind: parameter.kind };
        const { service } = parameter;
        const part = this.#parts.get(service.kind === 'provider' ? service.provider : service.declaration);
        return part ? { kind: 'part', name: part.name } : { kind: 'nothing' };
      }),
    };
  }
}

function describe(reading: Reading, declaration: ts.Declaration): { readonly description?: string } {
  const docs = readDocComment(reading, declaration);
  const description = docs && describeBlock(docs.comment);
  return description === undefined ? {} : { description };
}
