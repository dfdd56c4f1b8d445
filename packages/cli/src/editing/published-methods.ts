/**
 * Finds the published methods of a file as its text stands, also while that text has errors.
 */
import { findDecoratedMethods, type DecoratedMethod, type PublishedMethodPlace } from '@sigil/codegen/editing';

/** A published method, and its place in the present text. */
export interface ShownMethod {
  readonly method: PublishedMethodPlace;
  readonly written: DecoratedMethod;
}

/**
 * Returns the methods of a file that are published according to the latest reading without errors.
 *
 * @param file relative to the plugin's folder
 */
export function findShownMethods(
  text: string,
  file: string,
  methods: readonly PublishedMethodPlace[],
): readonly ShownMethod[] {
  const own = methods.filter(({ at }) => at.file === file);
  return findDecoratedMethods(file, text).flatMap((written) => {
    const named = own.filter(({ method }) => method === written.method);
    const method =
      named.find(({ className }) => className === written.className) ?? (named.length === 1 ? named[0] : undefined);
    return method ? [{ method, written }] : [];
  });
}
