/**
 * The text of an old handler inside of a method.
 */
import { Node } from 'ts-morph';
import { calledElement } from '../handlers/function-text.js';
import { bare, isWritten, returnsOf, type Written } from '../handlers/returns.js';
import { type Component, isRelay } from '../model.js';
import { declarationOf, memberOf, plain, resolve } from '../source/static-value.js';
import { editedText, type TextEdit } from '../source/text-edits.js';

/** Returns the function of a handler, and whether it is written at the registration. */
export function handlerOf(component: Component): { readonly fn?: Written; readonly isInline: boolean } {
  if (isRelay(component.handler)) return { isInline: false };
  const handler = plain(component.handler);
  if (isWritten(handler)) return { fn: handler, isInline: true };
  const held = resolve(handler);
  return isWritten(held) ? { fn: held, isInline: false } : { isInline: false };
}

/** Writes the call of a handler that is declared elsewhere. */
export function calledText({ handler }: Component, given: readonly string[]): string {
  if (isRelay(handler)) return handler.call(given[0] ?? '{}', handler.usesContext ? given.at(-1) : undefined);
  const text = handler.getText();
  const declaration = Node.isIdentifier(handler) ? declarationOf(handler) : undefined;
  // A type of the old framework demands its context too.
  const isTyped = Node.isVariableDeclaration(declaration) && declaration.getTypeNode() !== undefined;
  const isName = Node.isIdentifier(handler) || Node.isPropertyAccessExpression(handler);
  const called = isTyped ? `(${text} as (...given: any[]) => any)` : isName ? calledElement(text) : `(${text})`;
  return `${called}(${given.join(', ')})`;
}

/** The statements of a function: its block, or a return of its expression. */
export function bodyText(fn: Written, edits: readonly TextEdit[]): string {
  const body = fn.getBody();
  if (!body) return '';
  if (!Node.isBlock(body)) {
    const text = editedText(body, edits);
    const isReplaced = edits.some(({ start, end }) => start <= body.getStart() && end >= body.getEnd());
    const inner = Node.isParenthesizedExpression(body) && !isReplaced ? text.slice(1, -1) : text;
    return inner.startsWith('throw ') ? `${inner}\n` : `return ${inner};\n`;
  }
  const inner = editedText(body, edits).slice(1, -1);
  return `${dedent(inner.replace(/^[ \t]*\n/, '').trimEnd())}\n`;
}

/** The expression that a function consists of, if it is a call or another simple one. */
export function onlyExpression(fn: Written): Node | undefined {
  const body = fn.getBody();
  if (!body) return undefined;
  if (!Node.isBlock(body)) return plain(body);
  const [only, second] = body.getStatements();
  return !second && Node.isReturnStatement(only) ? only.getExpression() : undefined;
}

/** The value of a member of the one object that a function returns: `contents` or `messages`. */
export function onlyMember(fn: Written | undefined, member: string): Node | undefined {
  if (!fn) return undefined;
  const returns = returnsOf(fn);
  const values = returns.map(({ value }) => (value ? bare(value) : undefined));
  const [object] = values;
  if (values.length !== 1 || !object || !Node.isObjectLiteralExpression(object)) return undefined;
  const isOnly = object
    .getProperties()
    .every((property) =>
      ['description', member].includes(Node.isPropertyAssignment(property) ? property.getName() : ''),
    );
  const value = isOnly ? memberOf(object, member) : undefined;
  return value && Node.isArrayLiteralExpression(plain(value)) ? value : undefined;
}

function dedent(text: string): string {
  if (text.includes('`')) return text.replace(/^\s+/, '');
  const lines = text.split('\n');
  const widths = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const least = Math.min(...widths);
  return lines.map((line) => line.slice(Number.isFinite(least) ? least : 0)).join('\n');
}

/** Indents a text; one with a template literal keeps its lines. */
export function indented(text: string, width = 4): string {
  if (text.includes('`')) return `${' '.repeat(width)}${text}`;
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(width) + line))
    .join('\n');
}
