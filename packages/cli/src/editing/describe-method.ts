/**
 * Describes a published method or one of its inputs as Markdown: the schema of the manifest, its tokens, and the clients that refuse it.
 */
import type { PublishedComponents, PublishedMethodPlace } from '@sigil/codegen/editing';
import { checkTargets, type ClientTarget } from '@sigil/contracts/targets';
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject, type MethodRef } from '@sigil/core/building';
import { countDefinition, type CountTokens } from '../budget/count-tokens.js';

/** The parts of a build that a description takes. */
export interface Described {
  readonly components: PublishedComponents;
  /** The clients to check for. */
  readonly targets: readonly ClientTarget[];
  readonly count: CountTokens;
}

/** Returns the description of a method; `undefined` if the components do not have it. */
export function describeMethod(method: PublishedMethodPlace, described: Described): string | undefined {
  const { components } = described;
  switch (method.kind) {
    case 'tool':
      return describeTool(method, described);
    case 'prompt': {
      const prompt = components.prompts.find(isOf(method));
      return (
        prompt &&
        [`**prompt** \`${prompt.name}\``, prompt.description, ...writeJson(prompt.arguments, 'arguments')]
          .filter(isText)
          .join('\n\n')
      );
    }
    case 'resource': {
      const found = components.resources.find(isOf(method)) ?? components.resourceTemplates.find(isOf(method));
      if (!found) return undefined;
      const uri = 'uri' in found ? found.uri : found.uriTemplate;
      return [`**resource** \`${uri}\``, found.description, found.mimeType && `Type: \`${found.mimeType}\``]
        .filter(isText)
        .join('\n\n');
    }
  }
}

/** Returns the description of one input of a tool; `undefined` if it has no such input. */
export function describeInput(
  method: PublishedMethodPlace,
  input: string,
  { components }: Described,
): string | undefined {
  const tool = method.kind === 'tool' ? components.tools.find(isOf(method)) : undefined;
  const schema = memberOf(tool?.inputSchema.properties, input);
  if (!tool || schema === undefined) return undefined;
  const { required } = tool.inputSchema;
  const isRequired = Array.isArray(required) && required.includes(input);
  return [
    `**input** \`${input}\` of \`${tool.name}\`, ${isRequired ? 'required' : 'optional'}`,
    ...writeJson(schema),
  ].join('\n\n');
}

function describeTool(method: PublishedMethodPlace, { components, targets, count }: Described): string | undefined {
  const tool = components.tools.find(isOf(method));
  if (!tool) return undefined;
  const findings = checkTargets({ server: components.plugin.name, tools: [tool] }, targets);
  const refusals = findings.map(({ targets: clients, message }) => `- ${clients.join(', ')}: ${message}`);
  return [
    `**tool** \`${tool.name}\`, ${countDefinition(tool, count)} tokens`,
    tool.description,
    refusals.length === 0 ? undefined : `Clients that refuse it or read it otherwise:\n${refusals.join('\n')}`,
    ...writeJson(tool.inputSchema, 'input'),
    ...writeJson(tool.outputSchema, 'output'),
  ]
    .filter(isText)
    .join('\n\n');
}

/** Finds the entry of a method; names of resources need not differ. */
function isOf({ className, method }: PublishedMethodPlace): (entry: { readonly origin: MethodRef }) => boolean {
  return ({ origin }) => origin.class === className && origin.method === method;
}

function writeJson(value: unknown, title?: string): string[] {
  if (value === undefined) return [];
  const fenced = `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;
  return [title === undefined ? fenced : `${title}\n${fenced}`];
}

function memberOf(properties: JsonValue | undefined, name: string): JsonValue | undefined {
  const members: JsonObject = isJsonObject(properties) ? properties : {};
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function isText(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
