/**
 * Faulty completions. A mark stands where each diagnostic must point.
 */
import { type Fault, inClass } from './fault.test-support.js';

export const completionsFaults: readonly Fault[] = [
  [
    'SIGIL026',
    'a completion without a text to complete',
    inClass(
      `@Prompt() ask(a: string): string { return a; }\n  @Complete('ask', 'a') /*^*/words(): string[] { return []; }`,
    ),
  ],
  [
    'SIGIL027',
    'a completion of nothing',
    inClass(`@Complete(/*^*/'ask', 'a') words(value: string): string[] { return [value]; }`),
  ],
  [
    'SIGIL028',
    'two completions of one argument',
    inClass(
      `@Prompt() ask(a: string): string { return a; }\n  @Complete('ask', 'a') one(value: string): string[] { return [value]; }\n  /*^*/@Complete('ask', 'a') two(value: string): string[] { return [value]; }`,
    ),
  ],
];
