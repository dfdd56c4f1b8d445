/**
 * Declares a case of the corpus: a plugin that imports one package in one form, and the files that it consists of.
 */

/**
 * One plugin of the corpus.
 *
 * @typedef {object} CorpusCase
 * @property {string} package the package that it imports, or the kind of package that its own files make up
 * @property {string} kind how the package is published
 * @property {string} form how it is imported
 * @property {Readonly<Record<string, string>>} files their texts, by their path from the plugin's folder; those of the plugin
 *   itself, its package.json and its tsconfig.json are added where they are missing
 * @property {Readonly<Record<string, string>>} [links] symbolic links to folders, by their path; both from the plugin's folder
 * @property {readonly string[]} [conditions] given to plain Node beside its own, as the plugin's tsconfig.json gives them to the build
 * @property {boolean} [loadsSources] whether plain Node must load TypeScript sources of packages, which it compiles one by one
 * @property {string} [refusal] the code of the build error that the documentation promises instead of what plain Node does
 */

/**
 * The forms in which cases import one package: the imports, and the statements that use them and return a JSON value.
 *
 * @typedef {Readonly<Record<string, readonly [imports: string, use: string]>>} Forms
 */

/**
 * A package that a registry has.
 *
 * @typedef {object} RealPackage
 * @property {string} package
 * @property {string} kind
 * @property {readonly string[]} [shapes] the specifiers whose exports are compared; default: the package's name
 * @property {Forms} forms
 */

/** The file of a plugin that its class stands in. */
export const pluginFile = 'src/plugin.ts';

/** The name of the tool that every plugin of the corpus has. */
export const toolName = 'run';

/**
 * Returns the source of a plugin that runs the statements in its method.
 *
 * @param {string} imports
 * @param {string} use statements that return the value to compare
 * @returns {string}
 */
export function pluginSource(imports, use) {
  return `import { Tool } from '@sigil/core';
${imports}

/** Uses one package. */
export class Corpus {
  /** Uses the package and returns what it gave, as JSON. */
  @Tool()
  async run(): Promise<string> {
    return write(await use());
  }
}

async function use(): Promise<unknown> {
  ${use}
}

/** Keeps what JSON drops apart: members that are undefined, functions and large integers. */
function write(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (member === undefined) return '(undefined)';
    if (typeof member === 'function') return '(a function)';
    return typeof member === 'bigint' ? \`\${member}n\` : member;
  });
}
`;
}

/**
 * Returns the cases of a real package: those of its documentation, its exports, and its exports at run time.
 *
 * @param {RealPackage} real
 * @returns {readonly CorpusCase[]}
 */
export function casesOf({ package: name, kind, shapes = [name], forms }) {
  const documented = Object.entries(forms).map(([form, [imports, use]]) => ({
    package: name,
    kind,
    form,
    files: { [pluginFile]: pluginSource(imports, use) },
  }));
  const compared = shapes.flatMap((specifier) => {
    const suffix = specifier === name ? '' : ` of ${specifier.replace(name, '')}`;
    return [
      { package: name, kind, form: `every export${suffix}`, files: namespaceFiles(specifier) },
      { package: name, kind, form: `at run time${suffix}`, files: runTimeFiles(specifier) },
    ];
  });
  return [...documented, ...compared];
}

const shapeModule =
  `/** Describes the exports of a module: their names and types, and those of the default export's own members. */
export function shapeOf(all: object): unknown {
  const members = all as Record<string, unknown>;
  const names = Object.keys(all).toSorted();
  const types = Object.fromEntries(names.map((name) => [name, typeof members[name]]));
  return { types, ofDefault: namesOf(members['default']) };
}

/** Returns the first names of a value's members. */
export function namesOf(value: unknown): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return typeof value;
  return [typeof value, ...Object.keys(value).toSorted().slice(0, 400)].join(' ');
}
`.replaceAll('.toSorted()', '.sort()');

/** @param {string} specifier @returns {Record<string, string>} a plugin that describes a namespace, and compares it with one at run time */
function namespaceFiles(specifier) {
  const imports = `import * as all from '${specifier}';\nimport { shapeOf } from './shape.js';`;
  const use = `const again = (await import('${specifier}')) as object as Record<string, unknown>;
  const names: readonly string[] = Object.keys(all).sort();
  const different = names.filter((name) => again[name] !== (all as object as Record<string, unknown>)[name]);
  return { shape: shapeOf(all), different };`;
  return { [pluginFile]: pluginSource(imports, use), 'src/shape.ts': shapeModule };
}

/** @param {string} specifier @returns {Record<string, string>} a plugin that describes the exports that it finds at run time */
function runTimeFiles(specifier) {
  const imports = `import { createRequire } from 'node:module';\nimport { namesOf, shapeOf } from './shape.js';`;
  const use = `const require = createRequire(import.meta.url);
  const shape = shapeOf(await import('${specifier}'));
  try {
    return { shape, required: namesOf(require('${specifier}')) };
  } catch (error) {
    return { shape, refused: (error as { code?: string }).code };
  }`;
  return { [pluginFile]: pluginSource(imports, use), 'src/shape.ts': shapeModule };
}
