/**
 * Checks the inputs of a form by their own attributes, and shows at each of them what is wrong.
 */
import { createContext, type RefObject } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';

/** An element that a reader fills in. */
export type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The inputs of one form. */
export class FormChecks {
  readonly #reports = new Map<Element, (problem: string) => void>();

  /** @param report called by each check with the input's problem; an empty text if it has none */
  follow(input: Element, report: (problem: string) => void): () => void {
    this.#reports.set(input, report);
    return () => this.#reports.delete(input);
  }

  /** Checks all inputs in an element, and focuses the first one that has a problem. */
  check(form: Element): boolean {
    const inputs = [...form.querySelectorAll<Input>('input, textarea, select')];
    for (const input of inputs) this.#reports.get(input)?.(isWrong(input) ? input.validationMessage : '');
    const first = inputs.find(isWrong);
    if (first) unfold(first);
    first?.focus();
    return first === undefined;
  }
}

function isWrong(input: Input): boolean {
  return input.willValidate && !input.validity.valid;
}

/** Opens everything around an input, which could not be focused otherwise. */
function unfold(input: Element): void {
  for (let fold = input.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
}

/** The checks of the form around a component. */
export const ChecksContext = createContext(new FormChecks());

/** Returns what the last check found at an input. */
export function useProblem(input: RefObject<Input>): string {
  const checks = useContext(ChecksContext);
  const [problem, setProblem] = useState('');
  useLayoutEffect(() => (input.current ? checks.follow(input.current, setProblem) : undefined), [checks, input]);
  return problem;
}
