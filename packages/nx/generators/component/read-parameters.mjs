/**
 * Reads the parameters of a method from TypeScript text, with a value for each that a test can pass.
 *
 * Accepts only types that have such a value; for other types, write the method by hand.
 */
import { Node, SyntaxKind } from 'ts-morph';
import { openSource } from './edit-source.mjs';
import { findParameterNameProblem } from './find-parameter-name-problem.mjs';

/** The linter's limit. */
const mostParameters = 3;
const goodTypes = 'string, number, boolean, literals, unions and arrays of them';

/**
 * @typedef {string | number | boolean | null | readonly unknown[]} Sample
 *
 * @typedef {import('ts-morph').ParameterDeclaration} ParameterDeclaration
 * @typedef {import('ts-morph').TypeNode} TypeNode
 *
 * @typedef {object} Parameter
 * @property {string} name
 * @property {import('ts-morph').OptionalKind<import('ts-morph').ParameterDeclarationStructure>} declared
 * @property {Sample | undefined} sample the value that the test passes; omitted for a parameter with a default, or an optional
 * one
 * @property {Sample | undefined} received the value that the method receives in that test
 */

/**
 * @param {string} text such as `city: string, days = 3`
 * @returns {Parameter[]}
 * @throws Error naming the parameter, the expected form and the given one
 */
export function readParameters(text) {
  return readAll(parseFunction(text).getParameters());
}

/**
 * Reads the parameters of a prompt, whose arguments are text on the wire.
 *
 * @param {string} text
 * @returns {Parameter[]}
 * @throws Error as `readParameters`, and for a type that the build cannot read from text
 */
export function readTextParameters(text) {
  const parameters = parseFunction(text).getParameters();
  const read = readAll(parameters);
  for (const parameter of parameters) requireTextual(parameter);
  return read;
}

/** @param {readonly ParameterDeclaration[]} parameters @returns {Parameter[]} */
function readAll(parameters) {
  if (parameters.length > mostParameters) {
    throw new Error(`expected at most ${mostParameters} parameters, got ${parameters.length}: take an object instead`);
  }
  const read = parameters.map(readParameter);
  const repeated = read.find(({ name }, index) => read.findIndex((other) => other.name === name) !== index);
  if (repeated) throw new Error(`parameter "${repeated.name}" is there twice`);
  requireOrder(parameters);
  return read;
}

/**
 * Requires optional parameters to come last, since a test that omits one could not pass later ones. @param {readonly
 * ParameterDeclaration[]} parameters
 */
function requireOrder(parameters) {
  const leftOut = parameters.findIndex((parameter) => parameter.isOptional());
  const late = parameters.find((parameter, index) => leftOut !== -1 && index > leftOut && !parameter.isOptional());
  if (!late) return;
  throw new Error(
    `expected parameters that may be left out at the end, got "${late.getText()}" after "${parameters[leftOut]?.getText()}"`,
  );
}

/** @param {ParameterDeclaration} parameter */
function requireTextual(parameter) {
  const type = parameter.getTypeNode();
  if (!type || isTextual(type)) return;
  const expected = 'expected string, number, boolean or a union of literals, since arguments of a prompt are text';
  throw new Error(`parameter "${parameter.getName()}": ${expected}, got "${type.getText()}"`);
}

/** @param {TypeNode} type @returns {boolean} */
function isTextual(type) {
  if (Node.isParenthesizedTypeNode(type)) return isTextual(type.getTypeNode());
  if (Node.isUnionTypeNode(type)) return type.getTypeNodes().every(isValue);
  return Node.isStringKeyword(type) || Node.isNumberKeyword(type) || Node.isBooleanKeyword(type) || isValue(type);
}

/** @param {TypeNode} type @returns {boolean} */
function isValue(type) {
  if (Node.isParenthesizedTypeNode(type)) return isValue(type.getTypeNode());
  return Node.isLiteralTypeNode(type) && !Node.isNullLiteral(type.getLiteral());
}

/** @param {string} text @returns {import('ts-morph').FunctionDeclaration} */
function parseFunction(text) {
  const source = openSource(`function f(${text}\n) {}`);
  const faults = source.getProject().getProgram().getSyntacticDiagnostics(source);
  const [only, ...others] = source.getStatements();
  const isOne = Node.isFunctionDeclaration(only) && only.getStatements().length === 0;
  if (faults.length > 0 || !isOne || others.length > 0) {
    throw new Error(`expected parameters as TypeScript has them, such as "city: string, days = 3", got "${text}"`);
  }
  return only;
}

/** @param {ParameterDeclaration} parameter @returns {Parameter} */
function readParameter(parameter) {
  const text = parameter.getText();
  const name = parameter.getName();
  const isPlain = Node.isIdentifier(parameter.getNameNode()) && !parameter.isRestParameter() && name !== 'this';
  if (!isPlain || parameter.getModifiers().length > 0) {
    throw new Error(`parameter "${text}": expected a plain name with a type, such as "city: string"`);
  }
  const problem = findParameterNameProblem(name);
  if (problem !== undefined) throw new Error(problem);
  const type = parameter.getTypeNode();
  const initializer = parameter.getInitializer();
  if (initializer && parameter.hasQuestionToken()) {
    throw new Error(`parameter "${name}": expected either "?" or a default, got "${text}"`);
  }
  if (!type && !initializer) throw new Error(`parameter "${text}": expected a type, one of ${goodTypes}`);
  const example = type && sampleOf(type, name);
  if (type && example === undefined) {
    throw new Error(`parameter "${name}": expected a type of ${goodTypes}, got "${type.getText()}"`);
  }
  const declared = parameter.getStructure();
  if (initializer) return { name, declared, sample: undefined, received: readDefault(parameter, initializer) };
  if (parameter.hasQuestionToken()) return { name, declared, sample: undefined, received: undefined };
  return { name, declared, sample: example, received: example };
}

/** @param {ParameterDeclaration} parameter @param {import('ts-morph').Expression} initializer @returns {Sample} */
function readDefault(parameter, initializer) {
  const name = parameter.getName();
  const got = initializer.getText();
  const value = literalOf(initializer);
  if (value === undefined) {
    throw new Error(`parameter "${name}": expected a text, a number or a boolean as its default, got "${got}"`);
  }
  const type = parameter.getTypeNode();
  if (!type || isOfType(value, type)) return value;
  throw new Error(`parameter "${name}": expected a default of type ${type.getText()}, got "${got}"`);
}

/**
 * Returns whether a default fits its type; lists and null are never defaults. @param {string | number | boolean} value @param
 * {TypeNode} type @returns {boolean}
 */
function isOfType(value, type) {
  if (Node.isParenthesizedTypeNode(type)) return isOfType(value, type.getTypeNode());
  if (Node.isUnionTypeNode(type)) return type.getTypeNodes().some((member) => isOfType(value, member));
  if (Node.isLiteralTypeNode(type)) return literalOf(type.getLiteral()) === value;
  return type.getText() === typeof value;
}

/** @param {TypeNode} type @param {string} name @returns {Sample | undefined} */
function sampleOf(type, name) {
  if (Node.isParenthesizedTypeNode(type)) return sampleOf(type.getTypeNode(), name);
  if (Node.isUnionTypeNode(type)) return sampleOfUnion(type, name);
  if (Node.isArrayTypeNode(type)) {
    const member = sampleOf(type.getElementTypeNode(), name);
    return member === undefined ? undefined : [member];
  }
  if (Node.isLiteralTypeNode(type)) {
    const literal = type.getLiteral();
    return Node.isNullLiteral(literal) ? null : literalOf(literal);
  }
  if (Node.isStringKeyword(type)) return name;
  if (Node.isNumberKeyword(type)) return 1;
  return Node.isBooleanKeyword(type) ? true : undefined;
}

/**
 * Returns the sample of the first member; every member needs one. @param {import('ts-morph').UnionTypeNode} type @param {string}
 * name
 */
function sampleOfUnion(type, name) {
  const samples = type.getTypeNodes().map((member) => sampleOf(member, name));
  return samples.includes(undefined) ? undefined : samples[0];
}

/** @param {Node} node @returns {string | number | boolean | undefined} */
function literalOf(node) {
  if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)) return node.getLiteralText();
  if (Node.isNumericLiteral(node)) return Number(node.getLiteralText());
  if (Node.isPrefixUnaryExpression(node) && node.getOperatorToken() === SyntaxKind.MinusToken) {
    const value = literalOf(node.getOperand());
    return typeof value === 'number' ? -value : undefined;
  }
  if (Node.isTrueLiteral(node)) return true;
  return Node.isFalseLiteral(node) ? false : undefined;
}
