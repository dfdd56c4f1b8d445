/**
 * Finds the class of a plugin that a new component goes into, and what is published already.
 */
import { Node } from 'ts-morph';
import { openSource } from './edit-source.mjs';

const decorators = new Set(['Tool', 'Resource', 'Prompt']);
const testFile = /\.test(-support|-d)?\.ts$/;

/**
 * @typedef {object} PluginClass
 * @property {string} name
 * @property {string} file from the workspace's root
 * @property {import('ts-morph').ClassDeclaration} declaration in the source of the file
 * @property {boolean} isDefault whether it is the module's default export
 * @property {number} needed how many things its constructor must be given
 * @property {readonly string[]} published the names of its methods with a decorator of ours, and those that these are published by
 * @property {readonly string[]} uris of its resources, as they are written
 */

/**
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} folder of the plugin
 * @returns {PluginClass[]} its exported classes, by file
 */
export function findClasses(tree, folder) {
  return listSources(tree, `${folder}/src`).flatMap((file) =>
    openSource(tree.read(file, 'utf8') ?? '')
      .getClasses()
      .filter((declaration) => declaration.hasExportKeyword())
      .flatMap((declaration) => {
        const name = declaration.getName();
        return name === undefined ? [] : [describeClass({ name, file, declaration })];
      }),
  );
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

/** @param {Pick<PluginClass, 'name' | 'file' | 'declaration'>} found @returns {PluginClass} */
function describeClass(found) {
  const [constructor] = found.declaration.getConstructors();
  const needed = constructor?.getParameters().filter((parameter) => !parameter.isOptional()).length ?? 0;
  const markers = found.declaration.getMethods().flatMap((method) => {
    const ours = method.getDecorators().filter((decorator) => decorators.has(calledName(decorator)));
    return ours.map((decorator) => ({ method, decorator }));
  });
  return {
    ...found,
    isDefault: found.declaration.isDefaultExport(),
    needed,
    published: markers.flatMap(({ method, decorator }) => [method.getName(), ...namesIn(decorator)]),
    uris: markers.flatMap(({ decorator }) => textsIn(decorator)),
  };
}

/** The name in `@Tool({ name: 'forecast' })`. @param {import('ts-morph').Decorator} decorator @returns {string[]} */
function namesIn(decorator) {
  const options = decorator.getArguments().filter(Node.isObjectLiteralExpression);
  const named = options.map((it) => it.getProperty('name')).filter(Node.isPropertyAssignment);
  return named.flatMap((it) => textOf(it.getInitializer()));
}

/** @param {import('ts-morph').Decorator} decorator @returns {string[]} */
function textsIn(decorator) {
  return decorator.getArguments().flatMap(textOf);
}

/** Only what is written out; a constant may be anything. @param {import('ts-morph').Node | undefined} node @returns {string[]} */
function textOf(node) {
  return Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node) ? [node.getLiteralText()] : [];
}

/** `Tool` of `@Tool()` and of `@sigil.Tool()`. @param {import('ts-morph').Decorator} decorator */
function calledName(decorator) {
  const expression = decorator.getExpression();
  const callee = Node.isCallExpression(expression) ? expression.getExpression() : expression;
  return Node.isPropertyAccessExpression(callee) ? callee.getName() : callee.getText();
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
