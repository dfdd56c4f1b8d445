/**
 * Makes a component out of another one, and tells which one is behind it.
 */

interface Derivable {
  readonly original?: object;
}

/**
 * The same component with a few members changed. It goes on saying whose it is: whatever holds it holds the plugin behind.
 *
 * @param base must have all its members by itself, as those of `bindPlugin` do
 */
export function derive<Component extends Derivable>(base: Component, changes: Partial<Component>): Component {
  return { ...base, ...changes, original: originalOf(base) };
}

/** The plugin's own component behind this one, which may be itself. */
export function originalOf(component: Derivable): object {
  return component.original ?? component;
}
