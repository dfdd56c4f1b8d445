/**
 * Reads a plugin class: its published methods, inherited ones included, in source order with base classes first.
 */
import type { MethodDeclaration, ts } from 'ts-morph';
import type { ClassModel, MethodModel } from '../model/plugin-model.js';
import { describeBlock } from './docs/apply-docs.js';
import { type ClassMember, type ClassNode, placeOfName, readName, writtenName } from './program/class-nodes.js';
import { placeOfValue } from './check-options.js';
import { type PlacedMethod, readClassScopes, readNamespace } from './component-names.js';
import { readDocComment } from './docs/doc-source.js';
import { readInstructions } from './docs/instructions-tag.js';
import { Node } from './program/compiler.js';
import { findMarkers, type Marker } from './markers.js';
import type { PluginClass } from './plugin-classes.js';
import { type Place, placeOf, relativeName } from './program/problems.js';
import { type ClassNamespace, findSignature, isPublishable, type PublishedMethod } from './published-method.js';
import { type PlacedCompletion, readCompletion } from './read-completion.js';
import { readCarry } from './read-carry.js';
import { readConstruction, type ReadConstruction } from './read-construction.js';
import { readMethod } from './read-method.js';
import { type PlacedView, readViews } from './read-views.js';
import type { Reading } from './program/reading.js';
import type { TypeReader } from './types/type-site.js';
import { bindArguments, type Bindings, type WrittenType } from './types/written-type.js';

/** A class and the places of its methods, for checks across classes. */
export interface ReadClass {
  readonly model: ClassModel;
  readonly at: Place;
  readonly declaration: ts.ClassLikeDeclaration;
  readonly construction: ReadConstruction;
  readonly methods: readonly PlacedMethod[];
  readonly completions: readonly PlacedCompletion[];
  /** The views of the class and of its base classes. */
  readonly views: readonly PlacedView[];
  /** The decorators that the model covers: of its methods, and of the methods that those override. */
  readonly decorators: readonly ts.Decorator[];
  /** True when every prompt and resource could be read. */
  readonly isComplete: boolean;
}

/**
 * Reads one class. Leaves out methods with reported problems.
 *
 * @param only the name of the only method to read; all of them by default
 */
export function readClass(reader: TypeReader, pluginClass: PluginClass, only?: string): ReadClass | undefined {
  const { reading } = reader;
  const { declaration, chain, name } = pluginClass;
  if (name === undefined) {
    const at = placeOf(declaration.compilerNode.getFirstToken() ?? declaration.compilerNode);
    reading.problems.add({ code: 'SIGIL019', at, message: 'this class has published methods but no name' });
    return undefined;
  }

  const namespace = readNamespace(reading, chain);
  const classScopes = readClassScopes(reading, chain);
  const bindings = bindingsOf(reading, chain);
  // A framework's container injects what the constructor takes, and has its own steps for start and stop.
  const isOwn = reading.framework === undefined;
  const construction = isOwn ? readConstruction(reader, { pluginClass, name, bindings }) : {};
  const { configuration } = construction;
  const carry = isOwn ? readCarry(reader, { pluginClass, name, bindings }) : undefined;
  const methods: PlacedMethod[] = [];
  const completions: PlacedCompletion[] = [];
  let isComplete = true;
  for (const member of findMembers(reading, chain)) {
    if (only !== undefined && member.name !== only) continue;
    const method = prepareMethod(reader, { member, pluginClass, namespace, classScopes });
    if (member.marker.kind === 'completion') {
      completions.push(...((method && readCompletion(method, name)) ?? []));
      continue;
    }
    const model = method && readMethod(method);
    if (model)
      methods.push({
        model,
        at: placeOfName(member.declaration),
        className: name,
        ...placeOfView(member.marker, model),
      });
    else isComplete &&= member.marker.kind === 'tool';
  }
  const published = new Set([...methods, ...completions].map(({ model }) => model.method));
  const { instance } = pluginClass;
  return {
    model: {
      ...describeClass(reading, pluginClass, name),
      ...(namespace && { namespace: namespace.name }),
      ...(isOwn && hasLife(reading, { instance, published }, declaration.compilerNode) && { hasLife: true }),
      ...(configuration && { configuration }),
      ...(carry && { carry }),
      methods: methods.map((one) => one.model),
      completions: completions.map((one) => one.model),
    },
    at: placeOfName(declaration),
    declaration: declaration.compilerNode,
    construction,
    methods,
    completions,
    views: readViews(reading, chain, classScopes),
    decorators: decoratorsOn(reading, chain, published),
    isComplete,
  };
}

/** Returns the place of the address in a tool's `view`. */
function placeOfView({ arguments: [options] }: Marker, model: MethodModel): Pick<PlacedMethod, 'atView'> {
  const hasView = model.kind === 'tool' && model.view !== undefined;
  return hasView && options ? { atView: placeOfValue(options, ['view']) } : {};
}

/** A method with one marker; several `@Complete` on it make several of these. */
interface DecoratedMember {
  readonly name: string;
  readonly marker: Marker;
  /** The most derived declaration, which is called. */
  readonly declaration: MethodDeclaration;
  /** The declarations of that name, most derived first, any of which may have the doc comment. */
  readonly declarations: readonly ClassMember[];
}

/** Finds the members. A marker stays when a subclass overrides the method without one, as at run time. */
function findMembers(reading: Reading, chain: readonly ClassNode[]): DecoratedMember[] {
  const found = new Map<string, DecoratedMember[]>();
  const named = chain.map(membersByName);
  for (const [index, declaration] of [...chain.entries()].reverse()) {
    for (const member of declaration.getMembers()) {
      const markers = chooseMarkers(reading, member);
      if (markers.length === 0 || !isPublishable(reading, member)) continue;
      const name = readName(member);
      if (name === undefined) continue;
      const declarations = named.slice(0, index + 1).flatMap((members) => members.get(name) ?? []);
      const most = declarations[0];
      if (!most) continue;
      if (!Node.isMethodDeclaration(most)) {
        const message = `${name} is published where it is declared first, and is no method here`;
        reading.problems.add({ code: 'SIGIL014', at: placeOfName(most), message });
        continue;
      }
      found.set(
        name,
        markers.map((marker) => ({ name, marker, declaration: most, declarations })),
      );
    }
  }
  return [...found.values()].flat();
}

/** Returns the members that have a name and, if they are methods, a body. */
function membersByName(declaration: ClassNode): Map<string, ClassMember[]> {
  const members = new Map<string, ClassMember[]>();
  for (const member of declaration.getMembers()) {
    const name = Node.isMethodDeclaration(member) && !member.hasBody() ? undefined : readName(member);
    if (name !== undefined) members.set(name, [...(members.get(name) ?? []), member]);
  }
  return members;
}

/** Chooses the markers of a method, which is either one component, or completes any number of arguments. */
function chooseMarkers(reading: Reading, member: ClassMember): Marker[] {
  const markers = findMarkers(reading, member);
  const [first, second] = markers;
  if (!second || markers.every(({ kind }) => kind === 'completion')) return markers;
  const message = `${writtenName(member) ?? 'the method'} is published as ${first?.kind} and as ${second.kind}`;
  reading.problems.add({ code: 'SIGIL018', at: placeOf(second.decorator.compilerNode), message });
  return [];
}

interface Preparation {
  readonly member: DecoratedMember;
  readonly pluginClass: PluginClass;
  readonly namespace: ClassNamespace | undefined;
  readonly classScopes: readonly string[] | undefined;
}

function prepareMethod(
  reader: TypeReader,
  { member, pluginClass, namespace, classScopes }: Preparation,
): PublishedMethod | undefined {
  const { reading } = reader;
  const { name, marker } = member;
  const declaration = member.declaration.compilerNode;
  const symbol = reading.checker.getPropertyOfType(pluginClass.instance, name);
  const type = symbol && reading.checker.getTypeOfSymbolAtLocation(symbol, pluginClass.declaration.compilerNode);
  const signature = type && findSignature(reading, declaration, type);
  if (!signature) return undefined;

  const at = placeOf(declaration.name);
  const [docs] = member.declarations.flatMap((one) => readDocComment(reading, one.compilerNode, at) ?? []);
  return {
    reading,
    reader,
    marker,
    declaration,
    signature,
    instance: pluginClass.instance,
    docs,
    owner: `${marker.kind} "${name}"`,
    method: name,
    namespace,
    classScopes,
    bindings: bindingsOf(reading, pluginClass.chain),
  };
}

/** Returns the type arguments of base classes, such as `User` in `extends Store<User>`. */
export function bindingsOf(reading: Reading, chain: readonly ClassNode[]): Bindings {
  const bindings = new Map<ts.Symbol, WrittenType>();
  for (const [index, declaration] of chain.entries()) {
    const node = declaration.getExtends()?.compilerNode;
    const base = chain[index + 1];
    if (!node || !base) continue;
    for (const [symbol, written] of bindArguments({ node, bindings: new Map(bindings) }, base.compilerNode, reading))
      bindings.set(symbol, written);
  }
  return bindings;
}

function describeClass(
  reading: Reading,
  pluginClass: PluginClass,
  name: string,
): Omit<ClassModel, 'methods' | 'completions' | 'hasLife'> {
  const { declaration, exportName, file } = pluginClass;
  const docs = readDocComment(reading, declaration.compilerNode);
  const description = docs && describeBlock(docs.comment);
  return {
    name,
    exportName,
    file: relativeName(reading.folder, file.fileName),
    ...(description !== undefined && { description }),
    ...(docs && readInstructions(reading, docs, 'a class')),
  };
}

/**
 * Returns whether the class has a member that runs at start: callable under one of these names, however it was declared, and not
 * `published` to clients.
 */
export function hasLife(
  { checker }: Reading,
  { instance, published }: { readonly instance: ts.Type; readonly published?: ReadonlySet<string> },
  at: ts.Node,
): boolean {
  const steps = ['start', 'health'].filter((name) => !published?.has(name));
  return steps.some((name) => {
    const member = checker.getPropertyOfType(instance, name);
    return member && checker.getTypeOfSymbolAtLocation(member, at).getCallSignatures().length > 0;
  });
}

/** Returns the decorators that apply, since a base class's decorator also applies to the overriding method. */
function decoratorsOn(reading: Reading, chain: readonly ClassNode[], published: ReadonlySet<string>): ts.Decorator[] {
  return chain
    .flatMap((declaration) => declaration.getMembers())
    .filter((member) => published.has(readName(member) ?? ''))
    .flatMap((member) => findMarkers(reading, member).map(({ decorator }) => decorator.compilerNode));
}
