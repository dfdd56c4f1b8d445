/**
 * Puts a plugin's own `onCall(call, next)` around its methods, when it is bound: without one nothing stands around any call.
 *
 * Knows nothing of scopes or limits: both have been decided when a method runs.
 */
import type { Manifest } from '../manifest/manifest.js';
import type { ComponentCode } from '../manifest/plugin-module.js';
import type { Context } from '../model/context.js';
import type { JsonObject } from '../model/json.js';
import { isPublished } from './is-published.js';

/** A call on its way to a method, as `onCall` sees it. */
interface InterceptedCall {
  readonly kind: 'tool' | 'resource' | 'prompt' | 'completion' | 'listing';
  /** The tool's or prompt's name, the resource's URI or URI template; of a completion, that of the component it is for. */
  readonly name: string;
  /** As it came, checked against the schema. */
  readonly input: JsonObject;
  readonly context: Context;
}

/** @param next runs what is further in, the method at last, and gives what it returned */
type OnCall = (call: InterceptedCall, next: () => Promise<unknown>) => unknown;

/** A method on its instance, ready to be called. */
type Method = (...args: unknown[]) => unknown;

/** A call of one component: `work` runs its method. */
export type Intercept = (call: InterceptedCall, work: () => unknown) => unknown;

/** @returns the `onCall` of all parts, that of the first constructed outermost; `undefined` where no part has one */
export function findIntercept(manifest: Manifest, instances: ReadonlyMap<string, object>): Intercept | undefined {
  const found = [...instances].flatMap(([name, instance]) => {
    const onCall: unknown = Reflect.get(instance, 'onCall');
    // A published method of that name is a component like any other.
    if (typeof onCall !== 'function' || isPublished(manifest, { class: name, method: 'onCall' })) return [];
    return [(onCall as OnCall).bind(instance)];
  });
  if (found.length === 0) return undefined;
  return found.reduceRight<Intercept>(
    (inner, onCall) => (call, work) => onCall(call, async () => inner(call, work)),
    (_call, work) => work(),
  );
}

/** @returns the method and its code, so that the method is reached through `intercept` */
export function interceptMethod(
  intercept: Intercept,
  about: Pick<InterceptedCall, 'kind' | 'name'>,
  { method, code }: { readonly method: Method; readonly code: ComponentCode },
): { readonly method: Method; readonly code: ComponentCode } {
  return {
    // The decoder alone sees the input and the context of every call, whatever parameters the method has.
    method: (call, ...args) => intercept(call as InterceptedCall, () => method(...args)),
    code: {
      ...code,
      decode: (input, context, problems) => [{ ...about, input, context }, ...code.decode(input, context, problems)],
    },
  };
}
