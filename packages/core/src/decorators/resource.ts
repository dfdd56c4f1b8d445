/**
 * `@Resource`: publishes a method as a resource, or as a resource template when its URI has `{variables}`.
 */
import type { Annotations } from '../model/content.js';
import type { CacheHint, Icon } from '../model/definitions.js';
import { publicationMarker, type MethodMarker } from './publication.js';

/** All values must be static: the build reads them from the source. */
export interface ResourceOptions {
  /** Instead of the method's name. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** Of what is read. When not said: `text/plain` for a string, what bytes show by their signature, and `application/json` for data. */
  readonly mimeType?: string;
  /** In bytes. */
  readonly size?: number;
  readonly annotations?: Annotations;
  readonly icons?: readonly Icon[];
  /** Tells how long clients may cache the contents, and whether these may serve other users too. Default: not at all. */
  readonly cache?: CacheHint;
  /**
   * Scopes that a caller must have been granted, all of them, to use it: `['orders:write']`. They hold where the server asks callers who
   * they are; elsewhere every caller has every scope. Instead of those of the class's `@Namespace`; an empty list asks for none.
   */
  readonly scopes?: readonly string[];
  /**
   * Of a template: the name of a public method of the class that returns its instances, which `resources/list` then has too. The
   * method takes nothing but the `Context` and returns `{ uri, name }[]`, or a promise of it; `title`, `description`, `mimeType` and
   * `size` may be there too.
   */
  readonly list?: string;
}

const marker = publicationMarker('resource');

/**
 * Publishes the method as the resource at `uri`. With variables, as in `weather://{station}/now`, it is a template and the
 * method's parameters are the variables; `{+path}` may hold slashes.
 */
export function Resource(_uri: string, _options: ResourceOptions = {}): MethodMarker {
  return marker;
}
