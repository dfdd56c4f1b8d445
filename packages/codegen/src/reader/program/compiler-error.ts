/**
 * Converts a compiler error to a problem: its text, and the fix if one is known.
 */
import type { ts } from 'ts-morph';
import { findNearest } from './nearest-name.js';
import { compiler } from './compiler.js';
import { nodeAt } from './source-positions.js';
import { type Place, placeOf, type Problem } from './problems.js';

/** The text of an error; without a fix, the table's remedy applies. */
export type CompilerError = Pick<Problem, 'message' | 'fix' | 'correction'>;

/** The number of literals that a fix lists. */
const mostLiterals = 12;

const cannotFindName: ReadonlySet<number> = new Set([2304, 2552]);

/** Types that are almost always a mistake for the language's primitive types. */
const wrappers: ReadonlyMap<string, string> = new Map(
  ['String', 'Number', 'Boolean'].map((name) => [name, name.toLowerCase()]),
);

/** Describes a type error; uses the checker to find the literals that a place accepts. */
export function describeTypeError(error: ts.Diagnostic, checker: ts.TypeChecker): CompilerError {
  const message = textOf(error);
  const at = placeOfError(error);
  const node = at && nodeAt(at.file, at.start);
  const [, quote = '', suggested] = /Did you mean(?: to write)? '("?)(.+?)\1'\?/.exec(message) ?? [];
  const meant = node && compiler.isTypeReferenceNode(node.parent) ? wrappers.get(suggested ?? '') : undefined;
  if (meant) return { message: message.replaceAll(`'${suggested}'`, `'${meant}'`), ...writeAt(node, meant) };
  const allowed = node && compiler.isStringLiteral(node) ? literalsAt(node, checker) : [];
  if (node && allowed.length > 0) return { message, ...fixOfLiteral(node, allowed) };
  return suggested === undefined ? { message } : { message, ...writeAt(node, `${quote}${suggested}${quote}`) };
}

/** Writes the text in place of a name, or a literal in place of a literal; other nodes contain more than the text replaces. */
function writeAt(node: ts.Node | undefined, text: string): Pick<Problem, 'fix' | 'correction'> {
  const replaced = text.startsWith('"') ? literalAt(node) : node && compiler.isIdentifier(node) ? node : undefined;
  return { fix: `Write ${text}.`, ...(replaced && { correction: { at: placeOf(replaced), text } }) };
}

/** Returns the literal itself, or that of the declaration whose name the node is. */
function literalAt(node: ts.Node | undefined): ts.StringLiteral | undefined {
  const holder = node?.parent;
  const hasValue = holder && (compiler.isVariableDeclaration(holder) || compiler.isPropertyAssignment(holder));
  const value = hasValue && holder.name === node ? holder.initializer : node;
  return value && compiler.isStringLiteral(value) ? value : undefined;
}

/** Describes a syntax error. */
export function describeSyntaxError(error: ts.Diagnostic): CompilerError {
  const also = (error.relatedInformation ?? []).flatMap(({ file, start, messageText }) => {
    if (!file || start === undefined) return [];
    const { line, character } = file.getLineAndCharacterOfPosition(start);
    return `\n  ${line + 1}:${character + 1}: ${compiler.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
  const fix = 'Correct the syntax here; the rest of the plugin is checked once it can be read.';
  return { message: `${textOf(error)}${also.join('')}`, fix };
}

/** Returns the place that the error is about. */
export function placeOfError(error: ts.Diagnostic): Place | undefined {
  const { file, start, length } = error;
  return file && start !== undefined ? { file, start, length: length ?? 1 } : undefined;
}

/** Writes `TS2322: Type 'string' is not assignable to type 'number'.`, with further explanation on separate lines. */
export function textOf(error: ts.Diagnostic): string {
  return `TS${error.code}: ${compiler.flattenDiagnosticMessageText(error.messageText, '\n')}`;
}

/** Drops errors about missing names whose import is misspelt, since that is reported itself. */
export function withoutConsequences(errors: readonly ts.Diagnostic[]): ts.Diagnostic[] {
  const misspelt = new Set(
    errors.flatMap(({ code, file, messageText }) => {
      const [, name] = /has no exported member named .*Did you mean '(.+?)'\?/.exec(flat(messageText)) ?? [];
      return code === 2724 && name !== undefined ? [`${file?.fileName} ${name}`] : [];
    }),
  );
  return errors.filter(({ code, file, messageText }) => {
    const [, name] = /^Cannot find name '(.+?)'/.exec(flat(messageText)) ?? [];
    return !cannotFindName.has(code) || !misspelt.has(`${file?.fileName} ${name}`);
  });
}

function flat(text: ts.Diagnostic['messageText']): string {
  return compiler.flattenDiagnosticMessageText(text, '\n');
}

function literalsAt(node: ts.StringLiteral, checker: ts.TypeChecker): string[] {
  const type = checker.getContextualType(node);
  const parts = type?.isUnion() ? type.types : type ? [type] : [];
  const literals = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
  return literals.length > mostLiterals || literals.includes(node.text) ? [] : literals;
}

function fixOfLiteral(node: ts.Node, allowed: readonly string[]): Pick<Problem, 'fix' | 'correction'> {
  const written = node.getText().slice(1, -1);
  const nearest = findNearest(written, allowed);
  const all = allowed.map((it) => JSON.stringify(it));
  const list = all.length > 1 ? `${all.slice(0, -1).join(', ')} or ${all.at(-1)}` : all.join('');
  if (allowed.length === 1) return writeAt(node, list);
  if (nearest === undefined) return { fix: `Write ${list}.` };
  const text = JSON.stringify(nearest);
  return { ...writeAt(node, text), fix: `Write ${text}; allowed are ${list}.` };
}
