/**
 * Writes former names of a tool into its decorator: `@Tool({ formerly: { names: ['old'] } })`.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';
import { parseText, type TextRange } from './decorated-methods.js';

/** A replaced range of a text. */
export interface TextChange extends TextRange {
  readonly text: string;
}

/** A tool, or an argument of it, that gets a new name. */
export interface Renaming {
  readonly of: 'tool' | 'argument';
  readonly before: string;
  readonly after: string;
}

interface FormerNames {
  names: string[];
  arguments: Map<string, string>;
}

/**
 * Returns the change of the decorator; `undefined` if its options are not written out there.
 *
 * @param nameStart the offset of the method's name
 * @returns `unneeded` for a tool with a name of its own, which it keeps whatever its method is called
 */
export function formerNamesEdit(
  path: string,
  text: string,
  { nameStart, renaming }: { readonly nameStart: number; readonly renaming: Renaming },
): TextChange | 'unneeded' | undefined {
  const file = parseText(path, text);
  const call = findToolCall(file, nameStart);
  if (!call) return undefined;
  const [options] = call.arguments;
  if (!options) {
    const inserted = `{ ${writeFormerly(addRenaming({ names: [], arguments: new Map() }, renaming))} }`;
    return { start: call.end - 1, end: call.end - 1, text: inserted };
  }
  if (!compiler.isObjectLiteralExpression(options)) return undefined;
  if (renaming.of === 'tool' && options.properties.some((one) => nameOf(one) === 'name')) return 'unneeded';

  const known = options.properties.find((one) => nameOf(one) === 'formerly');
  const before = known ? readFormerly(known) : { names: [], arguments: new Map<string, string>() };
  if (!before) return undefined;
  const written = writeFormerly(addRenaming(before, renaming));
  if (known) return { start: known.getStart(file), end: known.end, text: written };
  const last = options.properties.at(-1);
  if (last) return { start: last.end, end: last.end, text: `, ${written}` };
  return { start: options.getStart(file), end: options.end, text: `{ ${written} }` };
}

function findToolCall(file: ts.SourceFile, nameStart: number): ts.CallExpression | undefined {
  const names = namesOfTool(file);
  let found: ts.CallExpression | undefined;
  const visit = (node: ts.Node): void => {
    if (compiler.isMethodDeclaration(node) && node.name.getStart(file) === nameStart)
      found = compiler
        .getDecorators(node)
        ?.map(({ expression }) => expression)
        .filter(compiler.isCallExpression)
        .find(({ expression }) => names.has(expression.getText(file).replace(/^.*\./, '')));
    else compiler.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the names by which a file may have imported the decorator. */
function namesOfTool(file: ts.SourceFile): ReadonlySet<string> {
  const imports = file.statements.filter(compiler.isImportDeclaration);
  const specifiers = imports.flatMap(({ importClause }) => {
    const bindings = importClause?.namedBindings;
    return bindings && compiler.isNamedImports(bindings) ? [...bindings.elements] : [];
  });
  const renamed = specifiers.filter(({ propertyName }) => propertyName?.text === 'Tool');
  return new Set(['Tool', ...renamed.map(({ name }) => name.text)]);
}

/** @returns nothing if a part of it is not a literal */
function readFormerly(property: ts.ObjectLiteralElementLike): FormerNames | undefined {
  const value = compiler.isPropertyAssignment(property) ? property.initializer : undefined;
  if (!value || !compiler.isObjectLiteralExpression(value)) return undefined;
  const read: FormerNames = { names: [], arguments: new Map() };
  for (const member of value.properties) {
    if (!compiler.isPropertyAssignment(member)) return undefined;
    const { initializer } = member;
    if (nameOf(member) === 'names' && compiler.isArrayLiteralExpression(initializer)) {
      for (const element of initializer.elements) {
        if (!compiler.isStringLiteralLike(element)) return undefined;
        read.names.push(element.text);
      }
    } else if (nameOf(member) === 'arguments' && compiler.isObjectLiteralExpression(initializer)) {
      for (const one of initializer.properties) {
        const name = nameOf(one);
        if (name === undefined || !compiler.isPropertyAssignment(one)) return undefined;
        if (!compiler.isStringLiteralLike(one.initializer)) return undefined;
        read.arguments.set(name, one.initializer.text);
      }
    } else return undefined;
  }
  return read;
}

/** A name that is used again is no former one any more. */
function addRenaming({ names, arguments: renamed }: FormerNames, { of, before, after }: Renaming): FormerNames {
  if (of === 'tool')
    return { names: [...new Set([...names, before])].filter((one) => one !== after), arguments: renamed };
  const moved = [...renamed].map(([old, current]) => [old, current === before ? after : current] as const);
  return { names, arguments: new Map([...moved, [before, after] as const].filter(([old]) => old !== after)) };
}

function writeFormerly({ names, arguments: renamed }: FormerNames): string {
  const parts = [
    ...(names.length > 0 ? [`names: [${names.map(quote).join(', ')}]`] : []),
    ...(renamed.size > 0
      ? [`arguments: { ${[...renamed].map(([old, current]) => `${writeKey(old)}: ${quote(current)}`).join(', ')} }`]
      : []),
  ];
  return parts.length === 0 ? 'formerly: {}' : `formerly: { ${parts.join(', ')} }`;
}

function nameOf({ name }: ts.ObjectLiteralElementLike): string | undefined {
  return name && 'text' in name ? name.text : undefined;
}

function writeKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
