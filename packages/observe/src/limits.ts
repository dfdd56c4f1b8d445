/**
 * Every limit of what observes, with its default. `docs/reference/limits.md` says the same in words.
 */

export interface ObserveLimits {
  /** Most series of calls, each a server, a method and a name; calls beyond them count under the name `other`. */
  readonly maxCallSeries: number;
}

export const defaultObserveLimits: ObserveLimits = {
  maxCallSeries: 5_000,
};
