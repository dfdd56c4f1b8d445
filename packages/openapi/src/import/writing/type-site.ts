/**
 * Where a type is written: its module, its use, and the names that it may take.
 */
import type { ShapeReading } from '../schemas/shape-reading.js';
import type { Place } from '../source/pointer.js';
import type { SourceModule } from './source-module.js';

/** The use of a type: in arguments of a tool, or in its answer. */
export type Use = 'input' | 'output';

/** The names of types. */
export interface TypeNaming {
  /** Returns the name of a shared schema in the site's module, and makes sure that it is declared. */
  use(place: Place, site: TypeSite): string;
  /** Takes a name for a type that only one module has. */
  takeLocal(hint: string): string;
  /** Returns the end of a hint for a member: `FilterCity` of `filter.city`. */
  suffixOf(name: string): string;
}

/** Where a type is written. */
export interface TypeSite {
  readonly reading: ShapeReading;
  readonly names: TypeNaming;
  readonly module: SourceModule;
  /** Arguments leave out members that only answers have, and answers leave out those of arguments. */
  readonly use: Use;
  /** A name for parts that need one: `GetStationsFilter`. */
  readonly hint: string;
  readonly place: Place;
  readonly indent: string;
  /** Whether bytes are sent as bytes, as in forms. */
  readonly hasBytes?: boolean;
}
