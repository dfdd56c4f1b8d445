/**
 * A question to the client in the neutral model, before a revision writes it.
 */
import type { FormSchema, SamplingQuestion } from '../model/asking.js';

export type Question = AnyQuestion & {
  /** The key given by its author; absent for a question numbered by its order. */
  readonly givenKey?: string | undefined;
  /** Aborts when nothing waits for the answer any longer. */
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
