/**
 * Makes a component from another one, and finds the original of such a component.
 */

/**
 * Copies a component with a few members changed. The copy refers to its original, so holding it holds the plugin.
 *
 * @param base must have all members as own properties, as those of `bindPlugin` do
 */
export function derive<Component extends { readonly original?: object }>(
  base: Component,
  changes: Partial<Component>,
): Component {
  return { ...base, ...changes, original: originalOf(base) };
}

/** Returns the plugin's own component that this one was made from, which may be itself. */
export function originalOf(component: { readonly original?: object }): object {
  return component.original ?? component;
}
