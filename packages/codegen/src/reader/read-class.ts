/**
 * Reads a plugin class: its published methods, inherited ones included, in the order of the source with base classes first.
 */
import type { ts } from 'ts-morph';
import type { ClassModel } from '../model/plugin-model.js';
import { describeBlock } from './apply-docs.js';
import { type PlacedMethod, readNamespace } from './component-names.js';
import { readDocComment } from './doc-source.js';
import { compiler } from './load-compiler.js';
import { findMarkers, type Marker } from './markers.js';
import type { PluginClass } from './plugin-classes.js';
import { type Place, placeOf, relativeName } from './problems.js';
import { findSignature, isPublishable, type PublishedMethod } from './published-method.js';
import { type PlacedCompletion, readCompletion } from './read-completion.js';
import { readConfiguration } from './read-configuration.js';
import { readMethod } from './read-method.js';
import type { Reading } from './reading.js';
import type { TypeReader } from './types/type-site.js';
import { bindArguments, type Bindings, type WrittenType } from './types/written-type.js';

/** A class and where its methods stand, for checks across classes. */
export interface ReadClass {
  readonly model: ClassModel;
  readonly at: Place;
  readonly methods: readonly PlacedMethod[];
  readonly completions: readonly PlacedCompletion[];
  /** The decorators that the model says all of: of the methods in it, and of those that they override. */
  readonly decorators: readonly ts.Decorator[];
  /** Whether every prompt and resource could be read. */
  readonly isComplete: boolean;
}

/** Reads one class. Methods about which something was reported are left out. */
export function readClass(reader: TypeReader, pluginClass: PluginClass): ReadClass | undefined {
  const { reading } = reader;
  const { declaration, chain, name } = pluginClass;
  if (name === undefined) {
    const at = placeOf(declaration.getFirstToken() ?? declaration);
    reading.problems.add({ code: 'SIGIL019', at, message: 'this class has published methods but no name' });
    return undefined;
  }

  const namespace = readNamespace(reading, chain);
  const configuration = readConfiguration(reader, { pluginClass, name, bindings: bindingsOf(reading, chain) });
  const methods: PlacedMethod[] = [];
  const completions: PlacedCompletion[] = [];
  let isComplete = true;
  for (const member of findMembers(reading, chain)) {
    const method = prepareMethod(reader, { member, pluginClass, namespace });
    if (member.marker.kind === 'completion') {
      completions.push(...((method && readCompletion(method, name)) ?? []));
      continue;
    }
    const model = method && readMethod(method);
    if (model) methods.push({ model, at: placeOf(member.declaration.name), className: name });
    else isComplete &&= member.marker.kind === 'tool';
  }
  return {
    model: {
      ...describeClass(reading, pluginClass, name),
      ...withNamespace(namespace),
      ...(hasLife(reading, pluginClass) && { hasLife: true }),
      ...(configuration && { configuration }),
      methods: methods.map((one) => one.model),
      completions: completions.map((one) => one.model),
    },
    at: placeOf(declaration.name ?? declaration),
    methods,
    completions,
    decorators: decoratorsOn(reading, chain, new Set([...methods, ...completions].map(({ model }) => model.method))),
    isComplete,
  };
}

/** A method under one marker; several `@Complete` on it are as many of these. */
interface DecoratedMember {
  readonly name: string;
  readonly marker: Marker;
  /** The most derived declaration: what is called. */
  readonly declaration: ts.MethodDeclaration;
  /** The declarations of that name, most derived first: where a doc comment may stand. */
  readonly declarations: readonly ts.ClassElement[];
}

/** A marker stays when a subclass overrides the method without one, as it does at run time. */
function findMembers(reading: Reading, chain: readonly ts.ClassLikeDeclaration[]): DecoratedMember[] {
  const found = new Map<string, DecoratedMember[]>();
  for (const [index, declaration] of [...chain].reverse().entries()) {
    const derived = chain.slice(0, chain.length - index);
    for (const member of declaration.members) {
      const markers = chooseMarkers(reading, member);
      if (markers.length === 0 || !isPublishable(reading, member)) continue;
      const name = readName(member);
      if (name === undefined) continue;
      const declarations = derived.flatMap((one) =>
        one.members.filter((other) => readName(other) === name && hasBody(other)),
      );
      const most = declarations[0];
      if (!most) continue;
      if (!compiler.isMethodDeclaration(most)) {
        const message = `${name} is published where it is declared first, and is no method here`;
        reading.problems.add({ code: 'SIGIL014', at: placeOf(most.name ?? most), message });
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

/** A method is one component, or it completes any number of arguments. */
function chooseMarkers(reading: Reading, member: ts.ClassElement): Marker[] {
  const markers = findMarkers(reading, member);
  const [first, second] = markers;
  if (!second || markers.every(({ kind }) => kind === 'completion')) return markers;
  const message = `${member.name?.getText() ?? 'the method'} is published as ${first?.kind} and as ${second.kind}`;
  reading.problems.add({ code: 'SIGIL018', at: placeOf(second.decorator), message });
  return [];
}

interface Preparation {
  readonly member: DecoratedMember;
  readonly pluginClass: PluginClass;
  readonly namespace: string | undefined;
}

function prepareMethod(
  reader: TypeReader,
  { member, pluginClass, namespace }: Preparation,
): PublishedMethod | undefined {
  const { reading } = reader;
  const { name, marker, declaration } = member;
  const symbol = reading.checker.getPropertyOfType(pluginClass.instance, name);
  const type = symbol && reading.checker.getTypeOfSymbolAtLocation(symbol, pluginClass.declaration);
  const signature = type && findSignature(reading, declaration, type);
  if (!signature) return undefined;

  const at = placeOf(declaration.name);
  const [docs] = member.declarations.flatMap((one) => readDocComment(reading, one, at) ?? []);
  return {
    reading,
    reader,
    marker,
    declaration,
    signature,
    docs,
    owner: `${marker.kind} "${name}"`,
    method: name,
    namespace,
    bindings: bindingsOf(reading, pluginClass.chain),
  };
}

/** `extends Store<User>` says what the type parameter of Store stands for. */
function bindingsOf(reading: Reading, chain: readonly ts.ClassLikeDeclaration[]): Bindings {
  const bindings = new Map<ts.Symbol, WrittenType>();
  for (const [index, declaration] of chain.entries()) {
    const clause = declaration.heritageClauses?.find((one) => one.token === compiler.SyntaxKind.ExtendsKeyword);
    const node = clause?.types[0];
    const base = chain[index + 1];
    if (!node || !base) continue;
    for (const [symbol, written] of bindArguments({ node, bindings: new Map(bindings) }, base, reading))
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
  const docs = readDocComment(reading, declaration);
  const description = docs && describeBlock(docs.comment);
  return {
    name,
    exportName,
    file: relativeName(reading.folder, file.fileName),
    ...(description !== undefined && { description }),
  };
}

/** Whatever runs at start: what can be called by one of these names, however it was declared. */
function hasLife({ checker }: Reading, { declaration, instance }: PluginClass): boolean {
  return ['start', 'health'].some((name) => {
    const member = checker.getPropertyOfType(instance, name);
    return member && checker.getTypeOfSymbolAtLocation(member, declaration).getCallSignatures().length > 0;
  });
}

function withNamespace(namespace: string | undefined): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace };
}

/** A base class's decorator is on the method that overrides it too. */
function decoratorsOn(
  reading: Reading,
  chain: readonly ts.ClassLikeDeclaration[],
  published: ReadonlySet<string>,
): ts.Decorator[] {
  return chain
    .flatMap((declaration) => [...declaration.members])
    .filter((member) => published.has(readName(member) ?? ''))
    .flatMap((member) => findMarkers(reading, member).map(({ decorator }) => decorator));
}

function readName(member: ts.ClassElement): string | undefined {
  const { name } = member;
  if (!name || compiler.isComputedPropertyName(name) || compiler.isPrivateIdentifier(name)) return undefined;
  return name.text;
}

function hasBody(member: ts.ClassElement): boolean {
  return !compiler.isMethodDeclaration(member) || member.body !== undefined;
}
