/**
 * A text made of a structured result: `{{owner.login}}` is a part of it, and `{{#items}} … {{/items}}` repeats its text for each item of a
 * list, or leaves it out where the part is absent, empty or false. `{{.}}` is the item itself.
 *
 * Compiled once. The values of a result are never read as placeholders.
 */
import { isJsonObject, type JsonValue } from '@sigil/core';

/** A piece of a template: text, a placeholder, or a section. */
export type TemplatePiece =
  | string
  | { readonly kind: 'value'; readonly path: readonly string[]; readonly written: string }
  | {
      readonly kind: 'section';
      readonly path: readonly string[];
      readonly written: string;
      readonly pieces: readonly TemplatePiece[];
    };

/** A compiled template. */
export type ResultTemplate = readonly TemplatePiece[];

const mark = /\{\{([#/]?)\s*(\.|[A-Za-z0-9_$-]+(?:\.[A-Za-z0-9_$-]+)*)\s*\}\}/g;

/** @throws Error with a sentence about the section that has no counterpart */
export function compileTemplate(text: string): ResultTemplate {
  const open: { readonly name: string; readonly written: string; readonly pieces: TemplatePiece[] }[] = [];
  const whole: TemplatePiece[] = [];
  let pieces = whole;
  let end = 0;
  for (const { 0: written, 1: sign, 2: name = '', index } of text.matchAll(mark)) {
    if (index > end) pieces.push(text.slice(end, index));
    end = index + written.length;
    if (sign === '#') {
      open.push({ name, written, pieces: [] });
      pieces = open.at(-1)!.pieces;
    } else if (sign === '/') {
      const section = open.pop();
      if (section?.name !== name) throw unpaired(section?.written ?? written);
      pieces = open.at(-1)?.pieces ?? whole;
      pieces.push({ kind: 'section', path: readPath(name), written: section.written, pieces: section.pieces });
    } else pieces.push({ kind: 'value', path: readPath(name), written });
  }
  if (open[0]) throw unpaired(open[0].written);
  if (end < text.length) pieces.push(text.slice(end));
  return whole;
}

function unpaired(written: string): Error {
  return new Error(`${written} has no counterpart: a section begins with {{#name}} and ends with {{/name}}`);
}

function readPath(name: string): readonly string[] {
  return name === '.' ? [] : name.split('.');
}

/** @param value the structured result, or the part that was picked from it */
export function fillTemplate(template: ResultTemplate, value: JsonValue): string {
  return fill(template, [value]);
}

/** @param around the values that names are looked up in, innermost first */
function fill(pieces: ResultTemplate, around: readonly JsonValue[]): string {
  return pieces.map((piece) => fillPiece(piece, around)).join('');
}

function fillPiece(piece: TemplatePiece, around: readonly JsonValue[]): string {
  if (typeof piece === 'string') return piece;
  const value = lookUp(piece.path, around);
  if (piece.kind === 'value') return textOf(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => fill(piece.pieces, [item, ...around])).join('');
  const isLeftOut = value === undefined || value === null || value === false || value === '';
  return isLeftOut ? '' : fill(piece.pieces, [value, ...around]);
}

/** The first name decides in which value the rest of the path is looked up. */
function lookUp([first, ...rest]: readonly string[], around: readonly JsonValue[]): JsonValue | undefined {
  if (first === undefined) return around[0];
  const holder = around.find((it) => isJsonObject(it) && Object.hasOwn(it, first));
  let value = memberOf(holder, first);
  for (const name of rest) value = memberOf(value, name);
  return value;
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
