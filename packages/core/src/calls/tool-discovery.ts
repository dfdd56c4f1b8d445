/**
 * The search for tools that a server may offer in place of its whole list, as the program that composes servers provides it.
 */
import type { Catalog } from '../catalog/catalog.js';
import type { Implementation } from '../model/definitions.js';
import type { JsonObject } from '../model/json.js';
import type { Principal } from '../model/principal.js';

/** The client of a request, as far as the request identifies it. */
export interface DiscoveryClient {
  /** The same object for all requests of a session; `undefined` where no session outlives the request. */
  readonly session: object | undefined;
  readonly principal: Principal;
  /** Its name and version, if it declared them. */
  readonly info: Implementation | undefined;
  readonly capabilities: JsonObject;
}

/** A found tool by its place in `Catalog.tools`; the best has the greatest score. */
export interface DiscoveredTool {
  readonly index: number;
  readonly score: number;
}

export interface ToolDiscovery {
  /**
   * Decides whether a client reads the whole list. One client gets the same answer each time, so that its cached prompts hold.
   *
   * @param catalog the tools that the client may see, and those of the search
   */
  listsAll(client: DiscoveryClient, catalog: Catalog): boolean;
  /** @returns the best of the catalog's tools, best first */
  search(catalog: Catalog, query: string, limit: number): readonly DiscoveredTool[];
  /**
   * Called at the start and after each change of the tools, so that the first search of a list does not wait for its index.
   *
   * @param whole returns the catalog that a search by a caller who may use all tools gets
   */
  listChanged?(whole: () => Catalog): void;
  /** Called after each search with the names that were found. */
  searched?(client: DiscoveryClient, query: string, found: readonly string[]): void;
  /** Called before a tool other than the search runs, with its name. */
  called?(client: DiscoveryClient, tool: string): void;
}
