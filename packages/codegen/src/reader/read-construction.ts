/**
 * Reads the constructor parameters of a class, whose constructor may be inherited.
 */
import type { ts } from 'ts-morph';
import type { ConfigurationModel } from '../model/plugin-model.js';
import { resolveNode, type SchemaNode } from '../model/schema-node.js';
import { placeOfName } from './program/class-nodes.js';
import { readDocComment } from './docs/doc-source.js';
import { compiler } from './program/compiler.js';
import { checkParamNames, describeParameter, describeSpread, type DocumentedFunction } from './docs/parameter-docs.js';
import type { PluginClass } from './plugin-classes.js';
import type { Place } from './program/problems.js';
import { findService, type Found, type Service } from './find-service.js';
import { withDefault } from './read-parameters.js';
import { isOwnFile, placeOfDeclaration, type Reading } from './program/reading.js';
import { acceptsUndefined, presentMembers } from './types/absence.js';
import type { TypeReader } from './types/type-site.js';
import { type Bindings, writtenType } from './types/written-type.js';

/** A class or provider whose parameters are read; `bindings` are the type arguments of its base classes. */
export interface Constructed {
  /** The subject of messages: `configuration of "Orders"`. */
  readonly owner: string;
  /** The place of its name, used to report problems inside a package. */
  readonly at: Place;
  readonly signatures: readonly ts.Signature[];
  readonly bindings: Bindings;
}

/** The values that a part is constructed with. */
export interface ReadConstruction {
  readonly configuration?: ConfigurationModel;
  /** All parameters in order; absent where a configuration is the only one. */
  readonly parameters?: readonly ReadInjection[];
}

/** The value of one parameter; a service and the place that requires it. */
export type ReadInjection =
  | { readonly kind: 'configuration' | 'nothing' }
  | { readonly kind: 'service'; readonly service: Service; readonly at: Place };

/** Reads the parameters of a class's constructor. */
export function readConstruction(
  reader: TypeReader,
  {
    pluginClass,
    name,
    bindings,
  }: { readonly pluginClass: PluginClass; readonly name: string; readonly bindings: Bindings },
): ReadConstruction {
  const { declaration, constructed } = pluginClass;
  const owner = `configuration of "${name}"`;
  return readParameters(reader, {
    owner,
    at: placeOfName(declaration),
    signatures: constructed.getConstructSignatures(),
    bindings,
  });
}

/** Reads all parameters; one without a value was reported and is `nothing`. */
export function readParameters(reader: TypeReader, constructed: Constructed): ReadConstruction {
  const { reading } = reader;
  const { owner, at, signatures, bindings } = constructed;
  const [signature, ...overloads] = signatures;
  if (overloads.length > 0) {
    const message = `${owner}: the constructor has ${signatures.length} overloads`;
    reading.problems.add({ code: 'SIGIL034', at, message });
  }
  const all =
    signature && overloads.length === 0 ? signature.parameters.flatMap((one) => typedParameter(reading, one)) : [];
  // A rest parameter needs no value: a class made by a mixin passes all of it to its base.
  const rest = all.findIndex(({ declaration }) => declaration.dotDotDotToken);
  const given = rest === -1 ? all : all.slice(0, rest);
  const found = given.map((parameter) => ({ parameter, service: serviceOf(reading, constructed, parameter) }));
  const [first, ...others] = found.flatMap(({ parameter, service }) => (service === 'data' ? [parameter] : []));
  const configuration = first && readParameter(reader, { owner, at, first, others, bindings });
  const withConfiguration = configuration ? { configuration } : {};
  if (found.every(({ service }) => service === 'data')) return withConfiguration;
  const parameters = found.map(({ parameter, service }): ReadInjection => {
    if (service === 'nothing') return { kind: 'nothing' };
    if (service === 'data') return { kind: parameter === first && configuration ? 'configuration' : 'nothing' };
    return { kind: 'service', service, at: placeOfDeclaration(reading, parameter.declaration, at) };
  });
  return { ...withConfiguration, parameters };
}

function serviceOf(reading: Reading, { owner, at }: Constructed, parameter: TypedParameter): Found {
  const { declaration, type } = parameter;
  const place = placeOfDeclaration(reading, declaration, at);
  return findService(reading, { owner, at: place, type, isOptional: !isNeeded(parameter) });
}

/** The configuration parameters of a constructor or provider; `at` is the place of its name. */
interface Constructor {
  readonly owner: string;
  readonly at: Place;
  readonly first: TypedParameter;
  readonly others: readonly TypedParameter[];
  readonly bindings: Bindings;
}

interface TypedParameter {
  readonly declaration: ts.ParameterDeclaration;
  /** The type as the class sees it, with the type arguments of base classes applied. */
  readonly type: ts.Type;
}

function readParameter(reader: TypeReader, constructor: Constructor): ConfigurationModel | undefined {
  const { reading } = reader;
  const { owner, first, others } = constructor;
  const { declaration, type } = first;
  const second = others.find(isNeeded);
  if (second)
    return refuse(reading, constructor, { ...second, says: 'the constructor needs more than one configuration' });

  if (!presentMembers(type).every((member) => isObject(reading, member))) {
    const says = `${reading.checker.typeToString(type)} is no object type`;
    return refuse(reading, constructor, { declaration, says });
  }
  const at = placeOfDeclaration(reading, declaration, constructor.at);
  const written = writtenType(declaration.type, constructor.bindings);
  const node = reader.readPresent(type, { at, owner, role: 'parameter', noun: 'member', path: '', written });
  if (!node) return undefined;
  if (resolveNode(node).kind !== 'object')
    return refuse(reading, constructor, { declaration, says: 'the constructor takes what is no object' });

  const described = describe(reading, node, constructor);
  const property = { name: declaration.name.getText(), node: described, isRequired: isNeeded(first) };
  const { node: complete, isRequired } = withDefault({ reading, owner }, property, declaration.initializer);
  return { node: complete, isRequired };
}

/** Returns true for a type parameter too, which the reader of types refuses. */
function isObject(reading: Reading, type: ts.Type): boolean {
  const { checker } = reading;
  const { TypeFlags } = compiler;
  if (type.flags & (TypeFlags.TypeParameter | TypeFlags.Intersection)) return true;
  const isList = checker.isArrayType(type) || checker.isTupleType(type);
  return (type.flags & TypeFlags.Object) !== 0 && !isList && type.getCallSignatures().length === 0;
}

function describe(reading: Reading, node: SchemaNode, { owner, at, first }: Constructor): SchemaNode {
  const { declaration } = first;
  const constructor = declaration.parent;
  if (!compiler.isConstructorDeclaration(constructor) && !compiler.isFunctionDeclaration(constructor)) return node;
  const docs = readDocComment(reading, constructor, at);
  const documented: DocumentedFunction = { reading, declaration: constructor, owner, docs };
  if (isOwnFile(reading, constructor.getSourceFile())) checkParamNames(documented, [...constructor.parameters]);
  if (compiler.isIdentifier(declaration.name))
    return describeParameter(documented, node, { declaration, name: declaration.name.text, subject: owner });
  return describeDestructured(documented, node, declaration);
}

/** Describes a destructured parameter, which may have defaults for its members. */
function describeDestructured(
  documented: DocumentedFunction,
  node: SchemaNode,
  first: ts.ParameterDeclaration,
): SchemaNode {
  const plain = resolveNode(node);
  if (plain.kind !== 'object' || !compiler.isObjectBindingPattern(first.name)) return node;
  const { elements } = first.name;
  const properties = describeSpread(documented, plain.properties, first).map((property) => {
    const element = elements.find((one) => (one.propertyName ?? one.name).getText() === property.name);
    return withDefault(documented, property, element?.initializer);
  });
  const isSame = properties.every((property, index) => property === plain.properties[index]);
  return isSame ? node : { ...plain, properties };
}

/** Returns whether the constructor requires a value for the parameter. */
function isNeeded({ declaration, type }: TypedParameter): boolean {
  const canBeLeftOut = declaration.questionToken ?? declaration.initializer ?? declaration.dotDotDotToken;
  return !canBeLeftOut && !acceptsUndefined(type);
}

function refuse(
  reading: Reading,
  { owner, at }: Constructor,
  refused: { readonly declaration: ts.ParameterDeclaration; readonly says: string },
): undefined {
  const place = placeOfDeclaration(reading, refused.declaration, at);
  reading.problems.add({ code: 'SIGIL034', at: place, message: `${owner}: ${refused.says}` });
  return undefined;
}

function typedParameter(reading: Reading, symbol: ts.Symbol): TypedParameter[] {
  const declaration = symbol.valueDeclaration;
  if (!declaration || !compiler.isParameter(declaration)) return [];
  return [{ declaration, type: reading.checker.getTypeOfSymbol(symbol) }];
}
