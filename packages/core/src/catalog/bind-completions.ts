/**
 * Makes the completions of a plugin's manifest callable: the fixed values of a type, or an author's method.
 */
import { PluginError } from '../errors/plugin-error.js';
import type { Manifest, ManifestCompletion } from '../manifest/manifest.js';
import type { Context } from '../model/context.js';
import type { CompleteArgument, CompletionQuestion } from './catalog.js';
import type { Intercept } from './intercept-calls.js';

/** The completions of one plugin, by target. */
export class CompletionTable {
  readonly #byComponent = new Map<string, Map<string, CompleteArgument>>();

  /** @throws PluginError `manifest-stale` when a method is missing */
  constructor(manifest: Manifest, instances: ReadonlyMap<string, object>, intercept?: Intercept) {
    for (const completion of manifest.completions) {
      const byArgument = this.#byComponent.get(completion.of) ?? new Map<string, CompleteArgument>();
      this.#byComponent.set(completion.of, byArgument);
      byArgument.set(completion.argument, bind(manifest, completion, instances, intercept));
    }
  }

  /** Returns the `complete` of the prompt or template, or nothing if none of its arguments has values. */
  of(component: string): { complete?: CompleteArgument } {
    const byArgument = this.#byComponent.get(component);
    if (!byArgument) return {};
    return {
      complete: async (question, context) => (await byArgument.get(question.argument)?.(question, context)) ?? [],
    };
  }
}

/**
 * Completes arguments that have no values, or whose values are all in the manifest.
 *
 * @returns `undefined` where an author's method must be called
 */
export function completeFixed(
  completions: readonly ManifestCompletion[],
  { argument, value }: Pick<CompletionQuestion, 'argument' | 'value'>,
): readonly string[] | undefined {
  const completion = completions.find((it) => it.argument === argument);
  return completion?.origin ? undefined : fixedValues(completion?.values, value);
}

function fixedValues(values: readonly string[] = [], typed: string): readonly string[] {
  const start = typed.toLowerCase();
  return values.filter((it) => it.toLowerCase().startsWith(start));
}

function bind(
  manifest: Manifest,
  completion: ManifestCompletion,
  instances: ReadonlyMap<string, object>,
  intercept: Intercept | undefined,
): CompleteArgument {
  const { of, argument, origin, values } = completion;
  if (!origin) return ({ value }) => Promise.resolve(fixedValues(values, value));
  const instance = instances.get(origin.class);
  const method: unknown = instance && Reflect.get(instance, origin.method);
  if (!instance || typeof method !== 'function') {
    const why = `its code has no ${origin.class}.${origin.method} to run; build the plugin again`;
    throw new PluginError('manifest-stale', `plugin "${manifest.plugin.name}": ${why}`);
  }
  return async ({ value, known }: CompletionQuestion, context: Context) => {
    const ask = () => Reflect.apply(method, instance, [value, known, context]) as unknown;
    const input = { ...known, [argument]: value };
    const offered = await (intercept ? intercept({ kind: 'completion', name: of, input, context }, ask) : ask());
    return Array.isArray(offered) ? offered.map(String) : [];
  };
}
