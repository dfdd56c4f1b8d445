/**
 * Runs the target of a call where its component is.
 */
import type { Context } from '@sigil/core';
import type { Components } from '@sigil/core/catalog';
import type { CallTarget } from './link-messages.js';

/** @returns the component's result, usually a promise @throws Error when there is no such component */
export function invokeTarget(
  components: Components | undefined,
  { list, index, operation, args }: CallTarget,
  context: Context,
): unknown {
  const component: object | undefined = components?.[list][index];
  const method: unknown = component && Reflect.get(component, operation);
  if (typeof method !== 'function') throw new Error(`the plugin has no ${operation} of ${list}[${index}]`);
  return Reflect.apply(method, component, [...args, context]);
}
