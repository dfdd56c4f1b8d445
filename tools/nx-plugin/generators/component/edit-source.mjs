/**
 * Adds to TypeScript sources without touching what is there: a name to an import, a method to a class.
 *
 * Works on text by the places that the compiler's parser finds; the result is left to the formatter.
 */
import ts from 'typescript';

/** @param {string} text @returns {ts.SourceFile} */
export function parseSource(text) {
  return ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2022, true);
}

/**
 * @typedef {object} Import
 * @property {string} name as the module exports it
 * @property {string} from the module, as it is written
 */

/**
 * @param {string} text
 * @param {Import} wanted
 * @returns {{ text: string, localName: string }} with the import added where there was none, and what it is called in the file
 */
export function importName(text, { name, from }) {
  const source = parseSource(text);
  const imports = source.statements.filter(ts.isImportDeclaration);
  const lists = imports
    .filter(({ moduleSpecifier }) => ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === from)
    .flatMap(({ importClause }) => {
      const bindings = importClause?.namedBindings;
      return bindings && ts.isNamedImports(bindings) && importClause.phaseModifier === undefined ? [bindings] : [];
    });
  const known = lists.flatMap(({ elements }) => [...elements]).find((element) => isImportOf(element, name));
  if (known) return { text, localName: known.name.text };

  const [list] = lists;
  if (list && list.elements.length > 0) return { text: insert(text, ...placeIn(list, name)), localName: name };
  const line = `import { ${name} } from '${from}';\n`;
  return { text: insert(text, placeAfter(imports, source), line), localName: name };
}

/** @param {string} text @param {ts.ClassDeclaration} target a class of that very text @param {string} method */
export function addMethod(text, target, method) {
  const gap = target.members.length > 0 ? '\n\n' : '\n';
  return insert(text, target.members.end, `${gap}${method}\n`);
}

/** @param {ts.ImportSpecifier} element @param {string} name */
function isImportOf(element, name) {
  return !element.isTypeOnly && (element.propertyName ?? element.name).text === name;
}

/** Before the first name that comes later in the alphabet. @param {ts.NamedImports} list @param {string} name @returns {[number, string]} */
function placeIn({ elements }, name) {
  const later = elements.find((element) => element.isTypeOnly || (element.propertyName ?? element.name).text > name);
  if (later) return [later.getStart(), `${name}, `];
  return [elements[elements.length - 1]?.getEnd() ?? elements.end, `, ${name}`];
}

/** @param {readonly ts.ImportDeclaration[]} imports @param {ts.SourceFile} source */
function placeAfter(imports, source) {
  const last = imports.at(-1);
  if (last) return lineAfter(source.text, last.getEnd());
  const [first] = source.statements;
  if (!first) return source.text.length;
  // The comment that opens the file stays in front; one right before the statement belongs to that.
  const comments = ts.getLeadingCommentRanges(source.text, first.getFullStart()) ?? [];
  const own = comments.length > 1 ? comments.at(-1)?.pos : undefined;
  return own ?? (comments[0] ? lineAfter(source.text, comments[0].end) : first.getStart());
}

/** @param {string} text @param {number} place */
function lineAfter(text, place) {
  const end = text.indexOf('\n', place);
  return end === -1 ? text.length : end + 1;
}

/** @param {string} text @param {number} place @param {string} added */
function insert(text, place, added) {
  return `${text.slice(0, place)}${added}${text.slice(place)}`;
}
