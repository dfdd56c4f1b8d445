/**
 * Adds to TypeScript sources without changing the existing code: a name to an import, a method to a class, a test to a file.
 *
 * ts-morph edits the syntax tree; the formatter formats the result.
 */
import { IndentationText, Project, QuoteKind } from 'ts-morph';

/**
 * @typedef {import('ts-morph').SourceFile} SourceFile
 * @typedef {import('ts-morph').ImportDeclaration} ImportDeclaration
 * @typedef {import('ts-morph').ImportSpecifier} ImportSpecifier
 */

/** Parses a text without reading from or writing to a disk. @param {string} text @returns {SourceFile} */
export function openSource(text) {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: { indentationText: IndentationText.TwoSpaces, quoteKind: QuoteKind.Single },
  });
  return project.createSourceFile('source.ts', text);
}

/**
 * @typedef {object} Import
 * @property {string} name the exported name
 * @property {string} from the module specifier
 */

/**
 * Adds an import unless it exists.
 *
 * @param {SourceFile} source
 * @param {Import} wanted
 * @returns {string} its local name in the file
 */
export function importName(source, { name, from }) {
  const imports = source.getImportDeclarations();
  const lists = imports.filter((one) => one.getModuleSpecifierValue() === from && hasValues(one));
  const known = lists
    .flatMap((one) => one.getNamedImports())
    .find((one) => !one.isTypeOnly() && one.getName() === name);
  if (known) return known.getAliasNode()?.getText() ?? name;

  const [list] = lists;
  if (list) list.insertNamedImport(placeIn(list.getNamedImports(), name), name);
  else if (imports.length > 0) source.addImportDeclaration({ moduleSpecifier: from, namedImports: [name] });
  else source.insertText(placeOfFirstImport(source), `import { ${name} } from '${from}';\n`);
  return name;
}

/** Returns whether it has a list of names that is not type-only. @param {ImportDeclaration} declaration */
function hasValues(declaration) {
  const clause = declaration.getImportClause();
  return clause !== undefined && clause.getPhaseModifier() === undefined && declaration.getNamedImports().length > 0;
}

/**
 * Adds an import of the module's default export unless it exists.
 *
 * @param {SourceFile} source
 * @param {Import} wanted with its local name
 * @returns {string} its local name in the file
 */
export function importDefault(source, { name, from }) {
  const imports = source.getImportDeclarations().filter((one) => one.getModuleSpecifierValue() === from);
  const [known] = imports.flatMap((one) => (one.isTypeOnly() ? [] : (one.getDefaultImport()?.getText() ?? [])));
  if (known !== undefined) return known;
  source.addImportDeclaration({ moduleSpecifier: from, defaultImport: name });
  return name;
}

/** Returns the place before the first alphabetically later name. @param {ImportSpecifier[]} names @param {string} name */
function placeIn(names, name) {
  const later = names.findIndex((one) => one.isTypeOnly() || one.getName() > name);
  return later === -1 ? names.length : later;
}

/**
 * Returns the place after the file's opening comment; a comment directly before the statement belongs to the statement. @param
 * {SourceFile} source
 */
function placeOfFirstImport(source) {
  const [first] = source.getStatements();
  if (!first) return source.getEnd();
  const [opening, ...others] = first.getLeadingCommentRanges();
  const own = others.at(-1);
  if (own) return own.getPos();
  return opening ? lineAfter(source.getFullText(), opening.getEnd()) : first.getStart();
}

/** @param {string} text @param {number} place */
function lineAfter(text, place) {
  const end = text.indexOf('\n', place);
  return end === -1 ? text.length : end + 1;
}
