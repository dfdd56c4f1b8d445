/**
 * Finds the class of a plugin that a new component goes into, and what is published already.
 */
import ts from 'typescript';
import { parseSource } from './edit-source.mjs';

const decorators = new Set(['Tool', 'Resource', 'Prompt']);
const testFile = /\.test(-support|-d)?\.ts$/;

/**
 * @typedef {object} PluginClass
 * @property {string} name
 * @property {string} file from the workspace's root
 * @property {string} text of the file
 * @property {ts.ClassDeclaration} node in that text
 * @property {readonly ts.MethodDeclaration[]} published its methods with a decorator of ours
 */

/**
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} folder of the plugin
 * @returns {PluginClass[]} its exported classes, by file
 */
export function findClasses(tree, folder) {
  return listSources(tree, `${folder}/src`).flatMap((file) => {
    const text = tree.read(file, 'utf8') ?? '';
    return parseSource(text)
      .statements.filter(ts.isClassDeclaration)
      .filter((node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
      .flatMap((node) => (node.name ? [{ name: node.name.text, file, text, node, published: publishedIn(node) }] : []));
  });
}

/**
 * @param {readonly PluginClass[]} classes
 * @param {string} folder for messages
 * @param {string | undefined} name of the class that is meant; needed where several publish something
 * @returns {PluginClass}
 * @throws Error naming the classes there are
 */
export function requireClass(classes, folder, name) {
  const publishing = classes.filter(({ published }) => published.length > 0);
  const meant =
    name === undefined ? (publishing.length > 0 ? publishing : classes) : classes.filter((it) => it.name === name);
  const [only, ...others] = meant;
  if (only && others.length === 0) return only;
  const known = classes.map((it) => `${it.name} (${it.file})`).join(', ');
  if (classes.length === 0) throw new Error(`the plugin in "${folder}" has no exported class in src`);
  if (name !== undefined && !only)
    throw new Error(`the plugin in "${folder}" has no exported class "${name}"; it has ${known}`);
  throw new Error(`say with --class which class is meant; the plugin in "${folder}" has ${known}`);
}

/** Whether its constructor must be given something. @param {ts.ClassDeclaration} node */
export function needsConfiguration(node) {
  const constructor = node.members.find((member) => ts.isConstructorDeclaration(member));
  return constructor?.parameters.some((it) => !it.initializer && !it.questionToken) ?? false;
}

/** @param {ts.ClassDeclaration} node */
function publishedIn(node) {
  return node.members
    .filter(ts.isMethodDeclaration)
    .filter((method) =>
      (ts.getDecorators(method) ?? []).some(({ expression }) => decorators.has(calledName(expression))),
    );
}

/** @param {ts.Expression} expression `Tool()`, `sigil.Tool()` */
function calledName(expression) {
  const callee = ts.isCallExpression(expression) ? expression.expression : expression;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
}

/** @param {import('@nx/devkit').Tree} tree @param {string} folder @returns {string[]} */
function listSources(tree, folder) {
  if (!tree.exists(folder)) return [];
  return tree
    .children(folder)
    .toSorted()
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      if (!tree.isFile(path)) return listSources(tree, path);
      return name.endsWith('.ts') && !name.endsWith('.d.ts') && !testFile.test(name) ? [path] : [];
    });
}
