/**
 * Counts the code of the packages by its syntax: lines, interfaces, and the names that each entry exports.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './root.mjs';

/** An interface with so few members may be parameters instead. */
const fewMembers = 2;

/** @returns {import('./report-house.mjs').Measure[]} */
export function countCode() {
  const sources = filesIn('packages').filter((path) =>
    /^packages\/[^/]+\/src\/.*(?<!\.test|\.test-support)\.ts$/.test(path),
  );
  /** @type {Map<string, number>} */
  const lines = new Map();
  let interfaces = 0;
  let small = 0;
  for (const path of sources) {
    const tree = parse(path);
    const [, name = ''] = path.split('/');
    lines.set(name, (lines.get(name) ?? 0) + linesOfCode(tree));
    for (const statement of tree.statements.filter(ts.isInterfaceDeclaration)) {
      interfaces++;
      if (statement.members.length <= fewMembers) small++;
    }
  }
  return [
    {
      title: 'lines of code in packages',
      value: [...lines.values()].reduce((sum, it) => sum + it, 0),
      largest: [...lines].map(([name, size]) => ({ name, size })).toSorted((one, other) => other.size - one.size),
    },
    { title: 'interfaces', value: interfaces },
    { title: `interfaces of at most ${fewMembers} members`, value: small },
    ...countEntries(),
  ];
}

/** @returns {import('./report-house.mjs').Measure[]} the names that core and all packages together export */
function countEntries() {
  const entries = readdirSync(join(root, 'packages')).flatMap((folder) => {
    const path = `packages/${folder}/package.json`;
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
    return Object.entries(exports).flatMap(([subpath, to]) => {
      const source = /** @type {Record<string, string>} */ (to)['@sigil/source'];
      if (source === undefined) return [];
      return [{ name: name + subpath.slice(1), size: exportedNames(join(path, '..', source)) }];
    });
  });
  const largest = entries.toSorted((one, other) => other.size - one.size);
  const total = (/** @type {typeof entries} */ some) => some.reduce((sum, { size }) => sum + size, 0);
  return [
    { title: 'names that core exports', value: total(entries.filter(({ name }) => /^@sigil\/core(\/|$)/.test(name))) },
    { title: 'names that packages export', value: total(entries), largest },
  ];
}

/** @param {string} path @returns {number} */
function exportedNames(path) {
  return parse(path).statements.reduce((sum, statement) => {
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
      return sum + statement.exportClause.elements.length;
    }
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    return sum + (modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ? 1 : 0);
  }, 0);
}

/** Counts the lines that are neither empty nor part of a comment. @param {ts.SourceFile} tree */
function linesOfCode({ text }) {
  return text.split('\n').filter((line) => !/^\s*($|\/\/|\/\*|\*)/.test(line)).length;
}

/** @param {string} folder relative to the workspace @returns {string[]} */
function filesIn(folder) {
  const found = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return found.filter((path) => !/(^|\/)(node_modules|dist)\//.test(path)).map((path) => `${folder}/${path}`);
}

/** @param {string} path relative to the workspace */
function parse(path) {
  return ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest);
}
