/**
 * Wraps a plugin's own `onCall(call, next)` around its methods at binding time; without one, calls have no wrapper.
 *
 * Knows nothing of scopes or limits: both are checked before a method runs.
 */
import type { Manifest } from '../manifest/manifest.js';
import type { ComponentCode } from '../manifest/plugin-module.js';
import type { Context } from '../model/context.js';
import type { JsonObject } from '../model/json.js';
import { isPublished } from './is-published.js';

/** A call before it reaches its method, as seen by `onCall`. */
interface InterceptedCall {
  readonly kind: 'tool' | 'resource' | 'prompt' | 'completion' | 'listing';
  /** The name of the tool or prompt, or the URI or URI template of the resource; for a completion, that of its component. */
  readonly name: string;
  /** The input before decoding, already checked against the schema. */
  readonly input: JsonObject;
  readonly context: Context;
}

/** @param next runs the inner interceptors and finally the method, and returns its result */
type OnCall = (call: InterceptedCall, next: () => Promise<unknown>) => unknown;

/** A method on its instance, ready to be called. */
type Method = (...args: unknown[]) => unknown;

/** Wraps a call of one component: `work` runs its method. */
export type Intercept = (call: InterceptedCall, work: () => unknown) => unknown;

/** @returns the parts' combined `onCall`, that of the first constructed part outermost; `undefined` where no part has one */
export function findIntercept(manifest: Manifest, instances: ReadonlyMap<string, object>): Intercept | undefined {
  const found = [...instances].flatMap(([name, instance]) => {
    const onCall: unknown = Reflect.get(instance, 'onCall');
    // A published method of that name is an ordinary component.
    if (typeof onCall !== 'function' || isPublished(manifest, { class: name, method: 'onCall' })) return [];
    return [(onCall as OnCall).bind(instance)];
  });
  if (found.length === 0) return undefined;
  return found.reduceRight<Intercept>(
    (inner, onCall) => (call, work) => onCall(call, async () => inner(call, work)),
    (_call, work) => work(),
  );
}

/** @returns the method and its code, changed so that calls go through `intercept` */
export function interceptMethod(
  intercept: Intercept,
  about: Pick<InterceptedCall, 'kind' | 'name'>,
  method: Method,
  code: ComponentCode,
): { readonly method: Method; readonly code: ComponentCode } {
  return {
    // Only the decoder sees the input and context of every call, whatever parameters the method has.
    method: (call, ...args) => intercept(call as InterceptedCall, () => method(...args)),
    code: {
      ...code,
      decode: (input, context, problems, read) => [
        { ...about, input, context },
        ...code.decode(input, context, problems, read),
      ],
    },
  };
}
