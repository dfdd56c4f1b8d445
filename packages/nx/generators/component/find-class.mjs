/**
 * Finds the class of a plugin for a new component, and the names already published.
 */
import { Node } from 'ts-morph';
import { openSource } from './edit-source.mjs';

const decorators = new Set(['Tool', 'Resource', 'Prompt']);
const testFile = /\.test(-support|-d)?\.ts$/;

/**
 * @typedef {object} PluginClass
 * @property {string} name
 * @property {string} file from the workspace's root
 * @property {ClassDeclaration} declaration in the source of the file
 * @property {boolean} isDefault whether it is the module's default export
 * @property {boolean} needsArguments whether its constructor requires arguments, or that of a class outside the plugin may
 * @property {readonly FoundClass[]} bases its base classes in the plugin, nearest first
 * @property {readonly string[]} published the names of its decorated methods, and the names under which they are published
 *
 * @typedef {object} FoundClass
 * @property {string} name
 * @property {string} file
 * @property {ClassDeclaration} declaration
 *
 * @typedef {import('ts-morph').ClassDeclaration} ClassDeclaration
 */

/**
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} folder of the plugin
 * @returns {PluginClass[]} its exported classes, by file
 */
export function findClasses(tree, folder) {
  const all = listSources(tree, `${folder}/src`).flatMap((file) =>
    openSource(tree.read(file, 'utf8') ?? '')
      .getClasses()
      .map((declaration) => ({ name: declaration.getName() ?? '', file, declaration })),
  );
  return all
    .filter(({ name, declaration }) => name !== '' && declaration.hasExportKeyword())
    .map((found) => describeClass(found, basesOf(found, all)));
}

/** @param {FoundClass} found @param {readonly FoundClass[]} all of the plugin @returns {FoundClass[]} */
function basesOf(found, all) {
  /** @type {FoundClass[]} */
  const bases = [];
  for (let base = baseOf(found, all); base && base !== found && !bases.includes(base); base = baseOf(base, all)) {
    bases.push(base);
  }
  return bases;
}

/** Finds the base class by name: in the same file, else anywhere in the plugin. @param {FoundClass} found @param {readonly FoundClass[]} all @returns {FoundClass | undefined} */
function baseOf({ file, declaration }, all) {
  const written = declaration.getExtends()?.getExpression().getText();
  const own = all.find((other) => other.file === file && other.name === written);
  if (own || written === undefined) return own;
  const imports = declaration.getSourceFile().getImportDeclarations();
  const imported = imports.flatMap((one) => one.getNamedImports()).find((one) => nameHere(one) === written);
  return all.find(({ name }) => name === (imported?.getName() ?? written));
}

/** @param {import('ts-morph').ImportSpecifier} specifier */
function nameHere(specifier) {
  return specifier.getAliasNode()?.getText() ?? specifier.getName();
}

/**
 * @param {readonly PluginClass[]} classes
 * @param {string} folder for messages
 * @param {string | undefined} name of the wanted class; required where several classes publish components
 * @returns {PluginClass}
 * @throws Error naming the existing classes
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

/** @param {FoundClass} found @param {readonly FoundClass[]} bases @returns {PluginClass} */
function describeClass(found, bases) {
  return {
    ...found,
    bases,
    isDefault: found.declaration.isDefaultExport(),
    needsArguments: needsArguments([found, ...bases]),
    published: publishedBy(found.declaration).published,
  };
}

/** Returns whether the nearest constructor requires arguments. @param {readonly FoundClass[]} line the class and its bases */
function needsArguments(line) {
  const constructor = line.flatMap(({ declaration }) => declaration.getConstructors()).at(0);
  if (constructor) return constructor.getParameters().some((parameter) => !parameter.isOptional());
  return line.at(-1)?.declaration.getExtends() !== undefined;
}

/**
 * Reads the names and URIs that the methods of one class publish, without those of its bases.
 *
 * @param {ClassDeclaration} declaration
 * @returns {{ published: string[], uris: string[] }} the URIs as written
 */
export function publishedBy(declaration) {
  const markers = declaration.getMethods().flatMap((method) => {
    const ours = method.getDecorators().filter((decorator) => decorators.has(calledName(decorator)));
    return ours.map((decorator) => ({ method, decorator }));
  });
  return {
    published: markers.flatMap(({ method, decorator }) => [method.getName(), ...namesIn(decorator)]),
    uris: markers.flatMap(({ decorator }) => textsIn(decorator)),
  };
}

/** Returns the name in `@Tool({ name: 'forecast' })`. @param {import('ts-morph').Decorator} decorator @returns {string[]} */
function namesIn(decorator) {
  const options = decorator.getArguments().filter(Node.isObjectLiteralExpression);
  const named = options.map((it) => it.getProperty('name')).filter(Node.isPropertyAssignment);
  return named.flatMap((it) => textOf(it.getInitializer()));
}

/** @param {import('ts-morph').Decorator} decorator @returns {string[]} */
function textsIn(decorator) {
  return decorator.getArguments().flatMap(textOf);
}

/**
 * Returns the text of a literal only; the value of a constant is unknown. @param {import('ts-morph').Node | undefined} node
 * @returns {string[]}
 */
function textOf(node) {
  return Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node) ? [node.getLiteralText()] : [];
}

/** Returns `Tool` for `@Tool()` and `@sigil.Tool()`. @param {import('ts-morph').Decorator} decorator */
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
