/**
 * Reads the parameters of a method from text, as TypeScript has them, with a value for each that a test can pass.
 *
 * Takes only types that have such a value; who needs more writes the method by hand.
 */
import ts from 'typescript';

/** The linter allows as many. */
const mostParameters = 3;
const goodTypes = 'string, number, boolean, literals, unions and arrays of them';

/**
 * @typedef {string | number | boolean | null | readonly unknown[]} Sample
 *
 * @typedef {object} Parameter
 * @property {string} name
 * @property {string} text as it is declared: `days = 3`
 * @property {Sample | undefined} sample what the test passes; a parameter with a default, or an optional one, is left out
 * @property {Sample | undefined} received what the method gets in that test
 */

/**
 * @param {string} text such as `city: string, days = 3`
 * @returns {Parameter[]}
 * @throws Error naming the parameter, what was expected of it and what came
 */
export function readParameters(text) {
  const { parameters } = parseFunction(text);
  if (parameters.length > mostParameters) {
    throw new Error(`expected at most ${mostParameters} parameters, got ${parameters.length}: take an object instead`);
  }
  const read = parameters.map(readParameter);
  const repeated = read.find(({ name }, index) => read.findIndex((other) => other.name === name) !== index);
  if (repeated) throw new Error(`parameter "${repeated.name}" is there twice`);
  return read;
}

/** @param {string} text @returns {ts.FunctionDeclaration} */
function parseFunction(text) {
  const code = `function f(${text}\n) {}`;
  const { diagnostics = [] } = ts.transpileModule(code, { reportDiagnostics: true });
  const { statements } = ts.createSourceFile('parameters.ts', code, ts.ScriptTarget.ES2022, true);
  const [only, ...others] = statements;
  const isOne = only !== undefined && ts.isFunctionDeclaration(only) && only.body?.statements.length === 0;
  if (diagnostics.length > 0 || !isOne || others.length > 0) {
    throw new Error(`expected parameters as TypeScript has them, such as "city: string, days = 3", got "${text}"`);
  }
  return only;
}

/** @param {ts.ParameterDeclaration} parameter @returns {Parameter} */
function readParameter(parameter) {
  const { name, type, initializer, questionToken } = parameter;
  const text = parameter.getText();
  if (!ts.isIdentifier(name) || parameter.dotDotDotToken || parameter.modifiers || name.text === 'this') {
    throw new Error(`parameter "${text}": expected a plain name with a type, such as "city: string"`);
  }
  if (!type && !initializer) throw new Error(`parameter "${text}": expected a type, one of ${goodTypes}`);
  const example = type && sampleOf(type, name.text);
  if (type && example === undefined) {
    throw new Error(`parameter "${name.text}": expected a type of ${goodTypes}, got "${type.getText()}"`);
  }
  if (initializer) return { name: name.text, text, sample: undefined, received: readDefault(name.text, initializer) };
  if (questionToken) return { name: name.text, text, sample: undefined, received: undefined };
  return { name: name.text, text, sample: example, received: example };
}

/** @param {string} name @param {ts.Expression} initializer @returns {Sample} */
function readDefault(name, initializer) {
  const value = literalOf(initializer);
  if (value !== undefined) return value;
  throw new Error(
    `parameter "${name}": expected a text, a number or a boolean as its default, got "${initializer.getText()}"`,
  );
}

/** @param {ts.TypeNode} type @param {string} name @returns {Sample | undefined} */
function sampleOf(type, name) {
  if (ts.isParenthesizedTypeNode(type)) return sampleOf(type.type, name);
  if (ts.isUnionTypeNode(type)) return sampleOfUnion(type, name);
  if (ts.isArrayTypeNode(type)) {
    const member = sampleOf(type.elementType, name);
    return member === undefined ? undefined : [member];
  }
  if (ts.isLiteralTypeNode(type))
    return type.literal.kind === ts.SyntaxKind.NullKeyword ? null : literalOf(type.literal);
  if (type.kind === ts.SyntaxKind.StringKeyword) return name;
  if (type.kind === ts.SyntaxKind.NumberKeyword) return 1;
  return type.kind === ts.SyntaxKind.BooleanKeyword ? true : undefined;
}

/** The first of them; all must be known. @param {ts.UnionTypeNode} type @param {string} name */
function sampleOfUnion(type, name) {
  const samples = type.types.map((member) => sampleOf(member, name));
  return samples.includes(undefined) ? undefined : samples[0];
}

/** @param {ts.Node} node @returns {string | number | boolean | undefined} */
function literalOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
    const value = literalOf(node.operand);
    return typeof value === 'number' ? -value : undefined;
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  return node.kind === ts.SyntaxKind.FalseKeyword ? false : undefined;
}
