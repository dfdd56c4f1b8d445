/**
 * `nx g @sigil/nx:tool`, `:resource` and `:prompt`: add a decorated method to a class of a plugin, and a test of it.
 */
import { formatFiles } from '@nx/devkit';
import { findDescriptionProblem } from '@sigil/create/templates';
import { requirePlugin } from '../find-plugin.mjs';
import { importDefault, importName, openSource } from './edit-source.mjs';
import { findClasses, publishedBy, requireClass } from './find-class.mjs';
import { readMethodName } from './read-method-name.mjs';
import { readParameters, readTextParameters } from './read-parameters.mjs';
import { readUri } from './read-uri.mjs';
import { describeMethod, writeTest } from './write-component.mjs';

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

/** @param {Tree} tree @param {CallableOptions} options @throws Error when the name, the class or a parameter is invalid */
export async function generateTool(tree, { description = 'Repeat what it is given.', ...options }) {
  const parameters = readParameters(options.parameters ?? 'text: string');
  await addComponent(tree, options, { decorator: 'Tool', name: readMethodName(options.name), description, parameters });
}

/** @param {Tree} tree @param {CallableOptions} options @throws Error when the name, the class or a parameter is invalid */
export async function generatePrompt(tree, { description = 'Ask for thoughts on what it is given.', ...options }) {
  const parameters = readTextParameters(options.parameters ?? 'topic: string');
  await addComponent(tree, options, {
    decorator: 'Prompt',
    name: readMethodName(options.name),
    description,
    parameters,
  });
}

/** @param {Tree} tree @param {ResourceOptions} options @throws Error when the name, the class or the URI is invalid */
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

  addMethod(tree, target, component);
  addTest(tree, target, component);
  await formatFiles(tree);
}

/** @param {Component} component @param {PluginClass} target @param {readonly PluginClass[]} classes */
function requireFreeName({ name, uri }, target, classes) {
  const holder = [target, ...target.bases].find(({ declaration }) => hasMember(declaration, name));
  if (holder) {
    const heir = holder === target ? '' : `, from which ${target.name} inherits,`;
    throw new Error(`class ${holder.name} in "${holder.file}"${heir} has a member "${name}" already`);
  }
  const publishing = classes.flatMap((one) => [one, ...one.bases]);
  for (const { name: owner, file, declaration } of publishing) {
    const { published, uris } = publishedBy(declaration);
    const taken = published.includes(name) ? name : uris.find((it) => uri && shapeOf(it) === shapeOf(uri));
    if (taken !== undefined) throw new Error(`class ${owner} in "${file}" publishes "${taken}" already`);
  }
}

/** Returns whether the class has a member of this name; parameter properties of the constructor count. @param {import('ts-morph').ClassDeclaration} declaration @param {string} name */
function hasMember(declaration, name) {
  const declared = declaration
    .getConstructors()
    .flatMap((it) => it.getParameters().filter((one) => one.isParameterProperty()));
  return [...declaration.getMembers(), ...declared].some((member) => 'getName' in member && member.getName() === name);
}

/** Returns the URI's form: templates that differ only in variable names match the same URIs. @param {string} uri */
function shapeOf(uri) {
  return uri.replace(/\{\+?\w+\}/g, '{}');
}

/** @param {Tree} tree @param {PluginClass} target @param {Component} component */
function addMethod(tree, { name, file, declaration }, component) {
  const source = declaration.getSourceFile();
  const decorator = importName(source, { name: component.decorator, from: '@sigil/core' });
  // An import inserted as text has recreated the file.
  source.getClassOrThrow(name).addMethod(describeMethod(component, decorator));
  tree.write(file, source.getFullText());
}

/**
 * Adds a test to the file beside the class's file that contains its tests. @param {Tree} tree @param {PluginClass} target @param
 * {Component} component
 */
function addTest(tree, target, component) {
  const file = target.file.replace(/\.ts$/, '.test.ts');
  const source = openSource(tree.read(file, 'utf8') ?? '');
  const written = `./${target.file.slice(target.file.lastIndexOf('/') + 1)}`;
  const isWritten = source.getImportDeclaration(written) !== undefined;
  importName(source, { name: 'expect', from: 'vitest' });
  importName(source, { name: 'test', from: 'vitest' });
  const wanted = { name: target.name, from: isWritten ? written : written.replace(/\.ts$/, '.js') };
  const name = target.isDefault ? importDefault(source, wanted) : importName(source, wanted);
  const test = writeTest(component, { name, needsArguments: target.needsArguments });
  source.addStatements(`\n${test}`);
  tree.write(file, source.getFullText());
}
