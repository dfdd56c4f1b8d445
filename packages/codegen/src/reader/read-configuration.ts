/**
 * Reads what a class is configured with: the one parameter of its constructor, which may be inherited.
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
import { withDefault } from './read-parameters.js';
import { isOwnFile, placeOfDeclaration, type Reading } from './program/reading.js';
import { acceptsUndefined, presentMembers } from './types/absence.js';
import type { TypeReader } from './types/type-site.js';
import { type Bindings, writtenType } from './types/written-type.js';

/** A class whose constructor is read; `bindings` are what the type parameters of its base classes stand for. */
export interface ConfiguredClass {
  readonly pluginClass: PluginClass;
  readonly name: string;
  readonly bindings: Bindings;
}

/** The class's configuration; none without a parameter, and none when anything about it was reported. */
export function readConfiguration(reader: TypeReader, configured: ConfiguredClass): ConfigurationModel | undefined {
  const { reading } = reader;
  const { declaration, constructed } = configured.pluginClass;
  const signatures = constructed.getConstructSignatures();
  const owner = `configuration of "${configured.name}"`;
  const at = placeOfName(declaration);
  const [signature, ...overloads] = signatures;
  if (overloads.length > 0) {
    const message = `${owner}: the constructor has ${signatures.length} overloads`;
    reading.problems.add({ code: 'SIGIL034', at, message });
  }
  const [first, ...others] =
    signature && overloads.length === 0 ? signature.parameters.flatMap((one) => typedParameter(reading, one)) : [];
  // A rest parameter needs no value: a class made by a mixin hands all of it to its base.
  if (!first || first.declaration.dotDotDotToken) return undefined;
  return readParameter(reader, { owner, at, first, others, bindings: configured.bindings });
}

/** A constructor with at least one parameter; `at` is the class's name, where what stands in a package is reported. */
interface Constructor {
  readonly owner: string;
  readonly at: Place;
  readonly first: TypedParameter;
  readonly others: readonly TypedParameter[];
  readonly bindings: Bindings;
}

interface TypedParameter {
  readonly declaration: ts.ParameterDeclaration;
  /** As the class sees it, type arguments of base classes put in. */
  readonly type: ts.Type;
}

function readParameter(reader: TypeReader, constructor: Constructor): ConfigurationModel | undefined {
  const { reading } = reader;
  const { owner, first, others } = constructor;
  const { declaration, type } = first;
  const second = others.find(isNeeded);
  if (second) return refuse(reading, constructor, { ...second, says: 'the constructor needs more than one argument' });

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

/** A type parameter is for the reader of types to refuse. */
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
  if (!compiler.isConstructorDeclaration(constructor)) return node;
  const docs = readDocComment(reading, constructor, at);
  const documented: DocumentedFunction = { reading, declaration: constructor, owner, docs };
  if (isOwnFile(reading, constructor.getSourceFile())) checkParamNames(documented, [...constructor.parameters]);
  if (compiler.isIdentifier(declaration.name))
    return describeParameter(documented, node, { declaration, name: declaration.name.text, subject: owner });
  return describeDestructured(documented, node, declaration);
}

/** A destructured parameter may have defaults for its members. */
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

/** Returns whether the constructor cannot be called without a value for the parameter. */
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
