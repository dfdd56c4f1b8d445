/**
 * The rules of clients as reports list them beside the codes of diagnostics.
 */
import { targetRules } from '@sigil/contracts/targets';

/** Returns the meaning of each rule, by its id. */
export function meaningsOfRules(): Readonly<Record<string, { readonly title: string; readonly remedy: string }>> {
  const rules = Object.entries(targetRules).map(
    ([id, { summary, remedy }]) => [id, { title: summary, remedy }] as const,
  );
  return Object.fromEntries(rules);
}
