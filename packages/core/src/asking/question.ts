/**
 * A question to the client in the neutral model, before a revision puts it into its words.
 */
import type { FormSchema, SamplingQuestion } from '../model/asking.js';

export type Question = AnyQuestion & {
  /** The key that its author gave it; absent where it got one by its order. */
  readonly givenKey?: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly withdrawn?: AbortSignal | undefined;
};

type AnyQuestion =
  | { readonly kind: 'form'; readonly message: string; readonly schema: FormSchema }
  | {
      readonly kind: 'url';
      readonly message: string;
      readonly url: string;
      readonly elicitationId?: string | undefined;
    }
  | { readonly kind: 'sampling'; readonly params: SamplingQuestion }
  | { readonly kind: 'roots' };
