/**
 * `@Resource`: publishes a method as a resource, or as a resource template when its URI has `{variables}`.
 */
import type { Annotations } from '../model/content.js';
import type { CacheHint, Icon } from '../model/definitions.js';
import { publicationMarker, type MethodMarker } from './publication.js';

/** All values must be static: the build reads them from the source. */
export interface ResourceOptions {
  /** Overrides the method's name. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /**
   * Media type of the contents. Default: `text/plain` for a string, the type shown by the signature for bytes, `application/json`
   * for data.
   */
  readonly mimeType?: string;
  /** Size in bytes. */
  readonly size?: number;
  readonly annotations?: Annotations;
  readonly icons?: readonly Icon[];
  /** Client caching of the contents: the lifetime, and whether a cached copy may serve other users. Default: no caching. */
  readonly cache?: CacheHint;
  /**
   * Scopes the caller must hold, all of them: `['orders:write']`. They are enforced only where the server authenticates callers;
   * elsewhere every caller has every scope. Overrides the scopes of the class's `@Namespace`; an empty list requires none.
   */
  readonly scopes?: readonly string[];
  /**
   * For a template: the name of a public method of the class that returns the template's instances, which `resources/list` then
   * includes. The method takes only the `Context` and returns `{ uri, name }[]`, or a promise of it; each instance may also have
   * `title`, `description`, `mimeType` and `size`.
   */
  readonly list?: string;
}

const marker = publicationMarker('resource');

/**
 * Publishes the method as the resource at `uri`. A URI with variables, such as `weather://{station}/now`, makes it a template,
 * and the method's parameters are the variables; `{+path}` may contain slashes.
 */
export function Resource(_uri: string, _options: ResourceOptions = {}): MethodMarker {
  return marker;
}
