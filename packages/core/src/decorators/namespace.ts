/**
 * `@Namespace`: puts a class's tools and prompts under a common first name, `namespace.method`.
 */

/** Fits a class under `experimentalDecorators` and as a TC39 standard decorator. */
export type ClassMarker = (target: abstract new (...args: never[]) => unknown, context?: ClassDecoratorContext) => void;

/** Options of a class; static, as those of methods are. */
interface NamespaceOptions {
  /** Scopes of every method of the class that has none of its own. */
  readonly scopes?: readonly string[];
}

/** Names the class's tools and prompts `name.method`; `^[A-Za-z0-9_-]+$`. */
export function Namespace(_name: string, _options: NamespaceOptions = {}): ClassMarker {
  return () => undefined;
}
