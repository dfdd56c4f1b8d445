/**
 * The parts of a reading that every reader needs: the program with its checker, the plugin's folder, and the list of
 * problems.
 */
import type { ts } from 'ts-morph';
import type { JsonValue } from '@sigil/core';
import type { Framework } from '@sigil/core/building';
import type { Documentation, HeaderNote, SchemaNode } from '../../model/schema-node.js';
import { compiler } from './compiler.js';
import type { Origins } from './origins.js';
import { type Place, placeOf, type Problem, type Problems } from './problems.js';

/** The place of a `@header`. */
export interface HeaderPlace {
  readonly at: Place;
  /** True when the plugin's author cannot edit the tag; the place is then the one that leads to it. */
  readonly isForeign: boolean;
}

/** An exported function or class of a `provide` file, which supplies a constructor argument. */
export interface Provider {
  readonly name: string;
  readonly file: ts.SourceFile;
  readonly isFunction: boolean;
  /** The signature of its call or construction. */
  readonly signature: ts.Signature;
  /** The type that it supplies. */
  readonly gives: ts.Type;
  /** The class, if it is one. */
  readonly declaration?: ts.ClassLikeDeclaration;
  readonly at: Place;
}

/** A check that needs every type to be read completely, and the problem that it reports. */
export type OpenCheck = { readonly problem: Problem } & (
  | { readonly kind: 'value'; readonly value: JsonValue; readonly node: SchemaNode }
  | {
      readonly kind: 'constraint';
      /** The name of the tag. */
      readonly tag: string;
      readonly value: string | number | boolean;
      readonly node: SchemaNode;
    }
  /** Reported unless another problem is at its place. */
  | { readonly kind: 'place' }
);

/** One reading of one plugin. */
export interface Reading {
  /** Absolute path, with `/`. */
  readonly folder: string;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly origins: Origins;
  readonly problems: Problems;
  /** The framework whose container constructs the classes, and whose compiler compiles them; absent for a plugin. */
  readonly framework: Framework | undefined;
  /** True when the compiler has reported errors: an unresolved type then needs no second report. */
  readonly hasTypeErrors: boolean;
  /** The place of each `@header`, which nodes do not contain. */
  readonly headerPlaces: WeakMap<HeaderNote, HeaderPlace>;
  /** The comments on single values of an enum, by the documentation that they are part of. */
  readonly valueNotes: WeakMap<Documentation, string>;
  /** The functions and classes of `provide` files, in source order. */
  readonly providers: Provider[];
  readonly openChecks: OpenCheck[];
}

/** Returns whether the file is the plugin's own: in its folder and not installed there. */
export function isOwnFile(reading: Reading, file: ts.SourceFile): boolean {
  return file.fileName.startsWith(`${reading.folder}/`) && !file.fileName.includes('/node_modules/');
}

/** Returns the place of the declaration's name if it is in the plugin's own files; otherwise the place that led to it. */
export function placeOfDeclaration(reading: Reading, declaration: ts.Declaration | undefined, otherwise: Place): Place {
  if (!declaration || !isOwnFile(reading, declaration.getSourceFile())) return otherwise;
  const name = 'name' in declaration ? declaration.name : undefined;
  return placeOf(isNode(name) ? name : declaration);
}

/** Returns the symbol itself, or its target if it was imported or exported under another name. */
export function resolveAlias(reading: Reading, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & compiler.SymbolFlags.Alias ? reading.checker.getAliasedSymbol(symbol) : symbol;
}

function isNode(value: unknown): value is ts.Node {
  return typeof value === 'object' && value !== null && 'getStart' in value;
}
