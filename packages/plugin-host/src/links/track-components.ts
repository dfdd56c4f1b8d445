/**
 * Tracks by name which components of an inline plugin run.
 */
import type { Components } from '@sigil/core/catalog';
import {
  announceNames,
  numberOf,
  runAs,
  trackThreeArguments,
  trackTwoArguments,
} from '../program/running-component.js';

/** Returns the components, whose calls are tracked. */
export function trackComponents(plugin: string, components: Components): Components {
  const number = (kind: string, name: string): number => numberOf(plugin, `${kind} ${JSON.stringify(name)}`);
  const seen: Components = {
    ...components,
    tools: components.tools.map((it) => ({
      ...it,
      run: trackTwoArguments(number('tool', it.definition.name), it.run),
    })),
    resources: components.resources.map((it) => ({
      ...it,
      read: trackTwoArguments(number('resource', it.definition.uri), it.read),
    })),
    resourceTemplates: components.resourceTemplates.map((it) => ({
      ...it,
      ...completing(number('completion of resource', it.definition.uriTemplate), it.complete),
      ...listing(number('list of resource', it.definition.uriTemplate), it.list),
      read: trackThreeArguments(number('resource', it.definition.uriTemplate), it.read),
    })),
    prompts: components.prompts.map((it) => ({
      ...it,
      ...completing(number('completion of prompt', it.definition.name), it.complete),
      get: trackTwoArguments(number('prompt', it.definition.name), it.get),
    })),
  };
  announceNames();
  return seen;
}

type Complete = NonNullable<Components['prompts'][number]['complete']>;

function completing(number: number, complete: Complete | undefined): { readonly complete?: Complete } {
  return complete ? { complete: trackTwoArguments(number, complete) } : {};
}

type List = NonNullable<Components['resourceTemplates'][number]['list']>;

function listing(number: number, list: List | undefined): { readonly list?: List } {
  return list ? { list: (context) => runAs(number, () => list(context)) } : {};
}
