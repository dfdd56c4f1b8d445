/**
 * Collects the values of a repeatable option, which commander passes one by one.
 */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
