/**
 * `@Namespace`: prefixes the names of a class's tools and prompts, `namespace_method`.
 */

/** Fits a class under `experimentalDecorators` and as a TC39 standard decorator. */
export type ClassMarker = (target: abstract new (...args: never[]) => unknown, context?: ClassDecoratorContext) => void;

/** Options of a class; all values must be static, as for methods. */
interface NamespaceOptions {
  /** Joins the namespace and a name. Default: `_`, since some clients refuse names with a dot. Calls may use either. */
  readonly separator?: '_' | '.' | '-';
  /** Scopes for every method of the class that declares none of its own. */
  readonly scopes?: readonly string[];
}

/** Names the class's tools and prompts `name_method`; `^[A-Za-z0-9_-]+$`. */
export function Namespace(_name: string, _options: NamespaceOptions = {}): ClassMarker {
  return () => undefined;
}
