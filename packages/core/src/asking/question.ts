/**
 * A question to the client in the neutral model, before a revision puts it into its words.
 */
import type { FormSchema, SamplingQuestion } from '../model/asking.js';

export type Question =
  | { readonly kind: 'form'; readonly message: string; readonly schema: FormSchema }
  | {
      readonly kind: 'url';
      readonly message: string;
      readonly url: string;
      readonly elicitationId?: string | undefined;
    }
  | { readonly kind: 'sampling'; readonly params: SamplingQuestion }
  | { readonly kind: 'roots' };
