/**
 * `nx g @sigil/nx:tool`, `:resource` and `:prompt`: add a decorated method to a class of a plugin, and a test of it.
 */
import { formatFiles } from '@nx/devkit';
import { findDescriptionProblem } from '@sigil/cli/templates';
import { requirePlugin } from '../find-plugin.mjs';
import { addMethod, importName, parseSource } from './edit-source.mjs';
import { findClasses, needsConfiguration, requireClass } from './find-class.mjs';
import { readMethodName } from './read-method-name.mjs';
import { readParameters } from './read-parameters.mjs';
import { readUri } from './read-uri.mjs';
import { writeMethod, writeTest } from './write-component.mjs';

/**
 * @typedef {import('@nx/devkit').Tree} Tree
 * @typedef {import('./write-component.mjs').Component} Component
 * @typedef {import('./find-class.mjs').PluginClass} PluginClass
 *
 * @typedef {object} ComponentOptions
 * @property {string} name
 * @property {string} plugin
 * @property {string} [class]
 * @property {string} [description]
 *
 * @typedef {ComponentOptions & { parameters?: string }} CallableOptions
 * @typedef {ComponentOptions & { uri?: string }} ResourceOptions
 */

/** @param {Tree} tree @param {CallableOptions} options @throws Error when the name, the class or a parameter will not do */
export async function generateTool(tree, { description = 'Repeat what it is given.', ...options }) {
  const parameters = readParameters(options.parameters ?? 'text: string');
  await addComponent(tree, options, { decorator: 'Tool', name: readMethodName(options.name), description, parameters });
}

/** @param {Tree} tree @param {CallableOptions} options @throws Error when the name, the class or a parameter will not do */
export async function generatePrompt(tree, { description = 'Ask for thoughts on what it is given.', ...options }) {
  const parameters = readParameters(options.parameters ?? 'topic: string');
  await addComponent(tree, options, {
    decorator: 'Prompt',
    name: readMethodName(options.name),
    description,
    parameters,
  });
}

/** @param {Tree} tree @param {ResourceOptions} options @throws Error when the name, the class or the URI will not do */
export async function generateResource(tree, options) {
  const name = readMethodName(options.name);
  const folder = requirePlugin(tree, options.plugin);
  const uri = options.uri ?? `${folder.slice(folder.lastIndexOf('/') + 1)}://${options.name}`;
  const parameters = readUri(uri);
  const description = options.description ?? `Say what ${name} is.`;
  await addComponent(tree, options, { decorator: 'Resource', name, description, parameters, uri });
}

/** @param {Tree} tree @param {ComponentOptions} options @param {Component} component */
async function addComponent(tree, options, component) {
  const problem = findDescriptionProblem(component.description);
  if (problem !== undefined) throw new Error(problem);
  const folder = requirePlugin(tree, options.plugin);
  const classes = findClasses(tree, folder);
  const target = requireClass(classes, folder, options.class);
  requireFreeName(component, target, classes);

  tree.write(target.file, withMethod(target, component));
  addTest(tree, target, component);
  await formatFiles(tree);
}

/** @param {Component} component @param {PluginClass} target @param {readonly PluginClass[]} classes */
function requireFreeName({ name }, target, classes) {
  if (target.node.members.some((member) => member.name?.getText() === name)) {
    throw new Error(`class ${target.name} in "${target.file}" has a member "${name}" already`);
  }
  const owner = classes.find(({ published }) => published.some((method) => method.name.getText() === name));
  if (owner) throw new Error(`class ${owner.name} in "${owner.file}" publishes "${name}" already`);
}

/** @param {PluginClass} target @param {Component} component */
function withMethod({ text, name }, component) {
  const imported = importName(text, { name: component.decorator, from: '@sigil/core' });
  const node = parseSource(imported.text).statements.find((it) => 'name' in it && isNamed(it, name));
  // Only an import was added since the class was found.
  return addMethod(
    imported.text,
    /** @type {import('typescript').ClassDeclaration} */ (node),
    writeMethod(component, imported.localName),
  );
}

/** @param {import('typescript').Node} node @param {string} name */
function isNamed(node, name) {
  const declared = /** @type {import('typescript').ClassDeclaration} */ (node).name; // who calls has looked for a name
  return declared?.text === name;
}

/** Beside the class's file, in the file that has its tests. @param {Tree} tree @param {PluginClass} target @param {Component} component */
function addTest(tree, target, component) {
  const file = target.file.replace(/\.ts$/, '.test.ts');
  const before = tree.read(file, 'utf8') ?? '';
  const source = `./${target.file.slice(target.file.lastIndexOf('/') + 1)}`;
  const module = before.includes(`'${source}'`) ? source : source.replace(/\.ts$/, '.js');
  const withExpect = importName(before, { name: 'expect', from: 'vitest' });
  const withTest = importName(withExpect.text, { name: 'test', from: 'vitest' });
  const withClass = importName(withTest.text, { name: target.name, from: module });
  const tested = { name: withClass.localName, needsConfiguration: needsConfiguration(target.node) };
  tree.write(file, `${withClass.text.trimEnd()}\n\n${writeTest(component, tested)}\n`);
}
