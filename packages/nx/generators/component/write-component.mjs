/**
 * Writes the method of a new component, and its test, as TypeScript.
 *
 * The method already does what its comment says, in the simplest way, so that all checks pass before any change.
 */

/**
 * @typedef {import('./read-parameters.mjs').Parameter} Parameter
 *
 * @typedef {object} Component
 * @property {'Tool' | 'Resource' | 'Prompt'} decorator
 * @property {string} name of the method
 * @property {string} description
 * @property {readonly Parameter[]} parameters
 * @property {string} [uri] of a resource
 *
 * @typedef {object} TestedClass
 * @property {string} name
 * @property {boolean} needsArguments whether its constructor requires arguments
 */

/**
 * @param {Component} component
 * @param {string} decorator the decorator's local name in the file
 * @returns {import('ts-morph').OptionalKind<import('ts-morph').MethodDeclarationStructure>}
 */
export function describeMethod(component, decorator) {
  const { name, parameters, uri } = component;
  return {
    name,
    docs: [commentOf(component)],
    decorators: [{ name: decorator, arguments: uri === undefined ? [] : [quote(uri)] }],
    parameters: parameters.map(({ declared }) => declared),
    returnType: 'string',
    statements: `return ${bodies[component.decorator](component)};`,
  };
}

/** @param {Component} component @param {TestedClass} tested @returns {string} */
export function writeTest(component, { name, needsArguments }) {
  const given = component.parameters.map(({ sample }) => sample).filter((sample) => sample !== undefined);
  const call = `${component.name}(${given.map((sample) => JSON.stringify(sample)).join(', ')})`;
  const made = needsArguments ? `(Object.create(${name}.prototype) as ${name})` : `new ${name}()`;
  const kind = component.decorator.toLowerCase();
  return [
    `test('the ${kind} "${component.name}" answers with what it is given', () => {`,
    // Its constructor may read its arguments, which cannot be invented.
    ...(needsArguments
      ? [`// Without its constructor, of which the method needs nothing yet; then: new ${name}(…).`]
      : []),
    `expect(${made}.${call}).toBe(${JSON.stringify(answers[component.decorator](component))});`,
    '});',
  ].join('\n');
}

/** The expression that a method returns. @type {Readonly<Record<Component['decorator'], (component: Component) => string>>} */
const bodies = {
  Tool: ({ name, parameters }) =>
    parameters.length === 0 ? quote(`${name} ran.`) : `JSON.stringify({ ${list(parameters)} })`,
  Resource: ({ name, parameters }) =>
    parameters.length === 0 ? quote(`This is ${name}.`) : `\`This is ${name} of ${spliced(parameters)}.\``,
  Prompt: ({ parameters }) =>
    parameters.length === 0
      ? quote('What should be done next?')
      : `\`Think about this: \${JSON.stringify({ ${list(parameters)} })}\``,
};

/** The name of the result in the test. @type {Readonly<Record<Component['decorator'], (component: Component) => string>>} */
const answers = {
  Tool: ({ name, parameters }) => (parameters.length === 0 ? `${name} ran.` : received(parameters)),
  Resource: ({ name, parameters }) =>
    parameters.length === 0
      ? `This is ${name}.`
      : `This is ${name} of ${parameters.map((it) => it.received).join(', ')}.`,
  Prompt: ({ parameters }) =>
    parameters.length === 0 ? 'What should be done next?' : `Think about this: ${received(parameters)}`,
};

/** @param {Component} component @returns {import('ts-morph').OptionalKind<import('ts-morph').JSDocStructure>} */
function commentOf({ description, parameters }) {
  const tags = parameters.map(({ name }) => ({ tagName: 'param', text: `${name} The ${wordsOf(name)}` }));
  // A comment that begins with a line break has its text on separate lines.
  return { description: tags.length > 0 ? `\n${description}\n` : description, tags };
}

/** @param {readonly Parameter[]} parameters */
function received(parameters) {
  return JSON.stringify(Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.received])));
}

/** @param {readonly Parameter[]} parameters */
function list(parameters) {
  return parameters.map(({ name }) => name).join(', ');
}

/** @param {readonly Parameter[]} parameters */
function spliced(parameters) {
  return parameters.map(({ name }) => `\${${name}}`).join(', ');
}

/** @param {string} name in camelCase */
function wordsOf(name) {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** @param {string} text */
function quote(text) {
  return JSON.stringify(text);
}
