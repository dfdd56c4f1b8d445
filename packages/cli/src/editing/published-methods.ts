/**
 * Finds the published methods of a document as its text stands, also while that text has errors.
 */
import type { DecoratedMethod, PublishedMethodPlace } from '@sigil/codegen/editing';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { rangeOf } from './document-places.js';

/** A published method, and its place in the present text. */
export interface ShownMethod {
  readonly method: PublishedMethodPlace;
  readonly written: DecoratedMethod;
}

/**
 * Returns the methods of a file that are published according to the latest texts without errors. A method of a base class is published by
 * each class that extends it.
 *
 * @param methods of that file
 * @param decorated the methods in the present text
 */
export function findShownMethods(
  document: TextDocument,
  methods: readonly PublishedMethodPlace[],
  decorated: readonly DecoratedMethod[],
): readonly ShownMethod[] {
  return decorated.flatMap((written) => {
    const named = methods.filter(({ method }) => method === written.method);
    return choose(named, written, document).map((method) => ({ method, written }));
  });
}

/** Chooses among methods of one name by the place; in a text that has changed since, by the class. */
function choose(
  named: readonly PublishedMethodPlace[],
  { name, className }: DecoratedMethod,
  document: TextDocument,
): readonly PublishedMethodPlace[] {
  const { line, character } = document.positionAt(name.start);
  const here = named.filter(({ at }) => {
    const { start } = rangeOf(at, document.getText());
    return start.line === line && start.character === character;
  });
  if (here.length > 0) return here;
  const ofClass = named.filter((method) => method.className === className);
  return ofClass.length > 0 || named.length > 1 ? ofClass : named;
}
