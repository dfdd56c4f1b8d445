/**
 * A view as the bundler leaves it: one page, and what was found on the way.
 */
import type { Diagnostic } from '../model/diagnostic.js';
import type { BundledModule } from './bundle-scripts.js';
import type { ReachedAddress } from './reached-address.js';
import type { ViewFramework } from './view-source.js';

/** The page of a view, or the faults that kept it from being written. */
export interface BundledView {
  /** Undefined if there are errors. */
  readonly html?: string;
  /** Of the scripts; the framework decides how their JSX is compiled. */
  readonly scripts: readonly string[];
  readonly framework: ViewFramework;
  /** The files that are part of the page, as absolute paths. */
  readonly modules: ReadonlyMap<string, BundledModule>;
  /** The addresses that the page itself names, beside its scripts and style sheets; absent for a script. */
  readonly reached?: readonly ReachedAddress[];
  /** All files that were read, as absolute paths. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}
