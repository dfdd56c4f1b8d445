/**
 * The components of a plugin whose code is elsewhere or not started yet: lists come from its manifest, and each run is a call.
 */
import type { Announcer, Context } from '@sigil/core';
import type { ListedResource, Manifest } from '@sigil/core/building';
import {
  ComponentHeads,
  type BadArguments,
  type Components,
  type PromptResult,
  type ResourceResult,
  type ToolResult,
} from '@sigil/core/catalog';
import type { CallTarget, ComponentList } from './link-messages.js';

/** Runs one call where the code is. */
export type CallFar = (target: CallTarget, context: Context) => Promise<unknown>;

/** Builds the components in the order of the manifest, which both ends share. */
export function remoteComponents(manifest: Manifest, announcer: Announcer, call: CallFar): Components {
  // Both ends bind the code with the same `bindPlugin`, so the results are those of the components.
  const caller =
    <Result>(list: ComponentList, index: number, operation: CallTarget['operation']) =>
    (context: Context, ...args: readonly unknown[]) =>
      call({ list, index, operation, args }, context) as Promise<Result>;
  const heads = new ComponentHeads(manifest, announcer);
  const completed = new Set(manifest.completions.map((it) => it.of));
  const completing = (list: ComponentList, index: number, of: string) => {
    if (!completed.has(of)) return {};
    const complete = caller<readonly string[]>(list, index, 'complete');
    return { complete: (question: object, context: Context) => complete(context, question) };
  };
  return {
    tools: manifest.tools.map((tool, index) => {
      const run = caller<ToolResult | BadArguments>('tools', index, 'run');
      return { ...heads.tool(tool), run: (input, context) => run(context, input) };
    }),
    resources: manifest.resources.map((resource, index) => {
      const read = caller<ResourceResult | BadArguments>('resources', index, 'read');
      return { ...heads.resource(resource), read: (uri, context) => read(context, uri) };
    }),
    resourceTemplates: manifest.resourceTemplates.map((template, index) => {
      const instances = caller<readonly ListedResource[]>('resourceTemplates', index, 'list');
      const read = caller<ResourceResult | BadArguments>('resourceTemplates', index, 'read');
      return {
        ...heads.resourceTemplate(template),
        ...completing('resourceTemplates', index, template.uriTemplate),
        ...(template.list === undefined ? {} : { list: (context: Context) => instances(context) }),
        read: (uri, variables, context) => read(context, uri, variables),
      };
    }),
    prompts: manifest.prompts.map((prompt, index) => {
      const get = caller<PromptResult | BadArguments>('prompts', index, 'get');
      return {
        ...heads.prompt(prompt),
        ...completing('prompts', index, prompt.name),
        get: (input, context) => get(context, input),
      };
    }),
  };
}
