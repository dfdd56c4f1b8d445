/**
 * Reads a method's parameters: properties of the input by name, spread ones, and injected ones.
 */
import type { ts } from 'ts-morph';
import type { ParameterModel } from '../model/plugin-model.js';
import { type Property, resolveNode } from '../model/schema-node.js';
import { evaluateDefault } from './default-value.js';
import { checkParamNames, describeParameter, describeSpread } from './docs/parameter-docs.js';
import { compiler } from './program/compiler.js';
import { type Place, placeOf } from './program/problems.js';
import type { PublishedMethod } from './published-method.js';
import { fitsNode } from './docs/fits-node.js';
import { acceptsUndefined, presentMembers } from './types/absence.js';
import { Definitions } from './types/definitions.js';
import { typeOfExpression } from './types/follow-type.js';
import { describeSite, type TypeSite } from './types/type-site.js';
import { writtenType } from './types/written-type.js';

/** A property of the input and the place that declares it. */
export interface PlacedProperty {
  readonly property: Property;
  readonly at: Place;
}

/** The parameters in the method's own order; `inputs` are all properties of the input object. */
export interface ReadParameters {
  readonly parameters: readonly ParameterModel[];
  readonly inputs: readonly PlacedProperty[];
}

/** Reads all parameters; `undefined` when one of them cannot be published. */
export function readParameters(method: PublishedMethod): ReadParameters | undefined {
  const { signature } = method;
  const definitions = new Definitions();
  const read = signature.parameters.map((symbol) => readParameter(method, symbol, definitions));
  checkParamNames(method, signature.parameters.flatMap(declarationOf));

  const complete = read.filter((one) => one !== undefined);
  const inputs = complete.flatMap((one) => one.inputs);
  const isUnique = reportRepeated(method, inputs);
  if (complete.length !== read.length || !isUnique) return undefined;
  return { parameters: complete.map((one) => one.parameter), inputs };
}

interface ReadParameter {
  readonly parameter: ParameterModel;
  readonly inputs: readonly PlacedProperty[];
}

function readParameter(
  method: PublishedMethod,
  symbol: ts.Symbol,
  definitions: Definitions,
): ReadParameter | undefined {
  const { reading, owner } = method;
  const [declaration] = declarationOf(symbol);
  if (!declaration) return undefined;

  const type = reading.checker.getTypeOfSymbol(symbol);
  const injected = findInjected(method, type);
  if (injected) return { parameter: { kind: injected }, inputs: [] };

  if (declaration.dotDotDotToken && method.marker.kind !== 'tool') {
    const message = `${owner}: ${declaration.getText()} is a rest parameter, and text cannot be a list`;
    reading.problems.add({ code: 'SIGIL030', at: placeOf(declaration.name), message });
    return undefined;
  }
  const parameter = { declaration, type, definitions };
  if (compiler.isIdentifier(declaration.name)) return readNamed(method, parameter);
  if (compiler.isObjectBindingPattern(declaration.name)) return readSpread(method, parameter);
  return refusePattern(method, declaration, 'destructures an array');
}

/**
 * Recognises `Context` by its declaration in @sigil/core and `AbortSignal` by its declaration in a library, whatever they are
 * called here.
 */
export function findInjected(method: PublishedMethod, type: ts.Type): 'context' | 'signal' | undefined {
  const [only, ...others] = presentMembers(type);
  const symbol = others.length === 0 ? only?.getSymbol() : undefined;
  const { origins } = method.reading;
  if (symbol?.name === 'Context' && origins.isFromCore(symbol)) return 'context';
  return symbol?.name === 'AbortSignal' && origins.isBuiltIn(symbol) ? 'signal' : undefined;
}

interface Parameter {
  readonly declaration: ts.ParameterDeclaration;
  readonly type: ts.Type;
  readonly definitions: Definitions;
}

function readNamed(method: PublishedMethod, parameter: Parameter): ReadParameter | undefined {
  const { declaration, type } = parameter;
  const name = declaration.name.getText();
  const site = siteOf(method, parameter, name);
  const node = method.reader.readPresent(type, site);
  if (!node) return undefined;

  const described = describeParameter(method, node, { declaration, name, subject: describeSite(site) });
  if (declaration.dotDotDotToken) {
    // It is optional when the empty list fits its type.
    const rest = { name, node: described, isRequired: !fitsNode([], described) };
    return { parameter: { kind: 'rest', property: rest }, inputs: [{ property: rest, at: site.at }] };
  }
  const isRequired = !declaration.questionToken && !declaration.initializer && !acceptsUndefined(type);
  const property = withDefault(method, { name, node: described, isRequired }, declaration.initializer);
  return { parameter: { kind: 'argument', property }, inputs: [{ property, at: site.at }] };
}

function readSpread(method: PublishedMethod, parameter: Parameter): ReadParameter | undefined {
  const { declaration, type } = parameter;
  const read = method.reader.readPresent(type, siteOf(method, parameter, ''));
  if (!read) return undefined;
  const node = resolveNode(read);
  if (node.kind !== 'object') return refusePattern(method, declaration, 'destructures what is not one object type');
  if (node.additional || node.patterns)
    return refusePattern(method, declaration, 'destructures an object with an index signature');

  const elements = compiler.isObjectBindingPattern(declaration.name) ? declaration.name.elements : [];
  const properties = describeSpread(method, node.properties, declaration).map((property) => {
    const element = elements.find((one) => (one.propertyName ?? one.name).getText() === property.name);
    return withDefault(method, property, element?.initializer);
  });
  // The input is spread, so the parameter as a whole cannot be omitted while some of its members are required.
  if (declaration.initializer && properties.some((property) => property.isRequired))
    return refusePattern(method, declaration, 'has a default as a whole while some of its members are required');

  const at = placeOf(declaration.name);
  const inputs = properties.map((property) => {
    const element = elements.find((one) => (one.propertyName ?? one.name).getText() === property.name);
    return { property, at: element ? placeOf(element) : at };
  });
  return { parameter: { kind: 'spread', properties }, inputs };
}

/** Documents a default that the source alone determines; any other only makes the property optional. */
export function withDefault(
  method: Pick<PublishedMethod, 'reading' | 'owner'>,
  property: Property,
  initializer: ts.Expression | undefined,
): Property {
  if (!initializer) return property;
  const found = evaluateDefault(method.reading, initializer, property.node);
  if (found === undefined) return { ...property, isRequired: false };

  const { value, isConstructed } = found;
  if (!method.reading.hasTypeErrors && !isConstructed && !fitsNode(value, property.node)) {
    const message = `${method.owner}, parameter "${property.name}": the default is not one that its doc tags allow`;
    method.reading.problems.add({ code: 'SIGIL071', at: placeOf(initializer), message });
  }
  const documentation = { ...property.node.documentation, default: value };
  return { name: property.name, node: { ...property.node, documentation }, isRequired: false };
}

function siteOf(method: PublishedMethod, { declaration, definitions }: Parameter, path: string): TypeSite {
  const at = placeOf(declaration.name);
  const written =
    writtenType(declaration.type, method.bindings) ?? typeOfExpression(method.reading, declaration.initializer);
  return { at, owner: method.owner, role: 'parameter', path, written, definitions };
}

function declarationOf(symbol: ts.Symbol): ts.ParameterDeclaration[] {
  const declaration = symbol.valueDeclaration;
  return declaration && compiler.isParameter(declaration) ? [declaration] : [];
}

function refusePattern(method: PublishedMethod, declaration: ts.ParameterDeclaration, says: string): undefined {
  const at = placeOf(declaration.name);
  method.reading.problems.add({ code: 'SIGIL032', at, message: `${method.owner}: a parameter ${says}` });
  return undefined;
}

function reportRepeated(method: PublishedMethod, inputs: readonly PlacedProperty[]): boolean {
  const seen = new Set<string>();
  for (const { property, at } of inputs) {
    if (seen.has(property.name))
      method.reading.problems.add({
        code: 'SIGIL031',
        at,
        message: `${method.owner}: the input has two properties named "${property.name}"`,
      });
    seen.add(property.name);
  }
  return seen.size === inputs.length;
}
