/**
 * Writes definitions and content for one revision: members that its clients do not know are left out or rewritten.
 *
 * Spec: every revision's schema.ts; the downgrades are this project's where the revisions say nothing
 */
import type { ContentBlock, ResourceContents, ResourceLink } from '../model/content.js';
import type {
  Implementation,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from '../model/definitions.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { encodeUri } from '../model/normalize-uri.js';
import { encodeTemplate } from '../model/uri-template-syntax.js';
import type { FieldTable, Revision } from './revision.js';
import { writeObjectSchema } from './write-object-schema.js';
import { wrapOutputSchema } from './wrap-structured.js';

/** Writes the name of this server for the revision's clients. */
export function writeImplementation(info: Implementation, revision: Revision): JsonObject {
  return pick(info, revision.fields.implementation);
}

/** Writes a tool, rewriting schemas that the revision cannot express. */
export function writeTool(tool: ToolDefinition, revision: Revision): JsonObject {
  const picked = { ...tool.otherMembers, ...pick(tool, revision.fields.tool) };
  const execution = revision.tasks.by === 'client' && tool.task ? { execution: { taskSupport: tool.task } } : {};
  const written = { ...picked, ...execution, inputSchema: writeObjectSchema(tool.inputSchema, revision) };
  if (!tool.outputSchema || !('outputSchema' in picked)) return written;
  return { ...written, outputSchema: writeObjectSchema(wrapOutputSchema(tool.outputSchema, revision), revision) };
}

/** Writes a resource with the members that the revision knows, and a URI that every client can parse. */
export function writeResource(resource: ResourceDefinition, revision: Revision): JsonObject {
  return { ...pickAnnotated(resource, 'resource', revision), uri: encodeUri(resource.uri) };
}

/** Writes a template with the members that the revision knows, and literals that every client can parse. */
export function writeResourceTemplate(template: ResourceTemplateDefinition, revision: Revision): JsonObject {
  const written = pickAnnotated(template, 'resourceTemplate', revision);
  return { ...written, uriTemplate: encodeTemplate(template.uriTemplate) };
}

/** Writes a prompt and its arguments with the members that the revision knows. */
export function writePrompt(prompt: PromptDefinition, revision: Revision): JsonObject {
  const written = { ...prompt.otherMembers, ...pick(prompt, revision.fields.prompt) };
  if (!prompt.arguments) return written;
  return { ...written, arguments: prompt.arguments.map((argument) => pick(argument, revision.fields.promptArgument)) };
}

/** Writes resource contents with the members that the revision knows, and a URI that every client can parse. */
export function writeContents(contents: ResourceContents, revision: Revision): JsonObject {
  return { ...without(contents, hasMeta(revision) ? [] : ['_meta']), uri: encodeUri(contents.uri) };
}

/** Writes a block for the revision's clients: unknown kinds become text, an embedded resource or a note. */
export function writeContent(block: ContentBlock, revision: Revision): JsonObject {
  if (block.type === 'resource_link' && !revision.contentTypes.has('resource_link')) return linkAsText(block);
  if (block.type === 'audio' && !revision.contentTypes.has('audio')) {
    return { type: 'text', text: `(audio, ${block.mimeType}, which this protocol version cannot carry)` };
  }
  const written: Record<string, JsonValue> = { ...without(block, hasMeta(revision) ? [] : ['_meta']) };
  if (block.annotations) written['annotations'] = pick(block.annotations, revision.fields.annotations);
  if (block.type === 'resource_link') written['uri'] = encodeUri(block.uri);
  if (block.type === 'resource') written['resource'] = writeContents(block.resource, revision);
  return written;
}

function linkAsText(link: ResourceLink): JsonObject {
  const about = link.description ? `: ${link.description}` : '';
  return { type: 'text', text: `${link.title ?? link.name}${about} (${encodeUri(link.uri)})` };
}

function hasMeta(revision: Revision): boolean {
  return revision.fields.tool.includes('_meta');
}

function pickAnnotated(
  definition: ResourceDefinition | ResourceTemplateDefinition,
  table: 'resource' | 'resourceTemplate',
  revision: Revision,
): JsonObject {
  const written = {
    ...definition.otherMembers,
    ...pick(definition, revision.fields[table satisfies keyof FieldTable]),
  };
  if (!definition.annotations) return written;
  return { ...written, annotations: pick(definition.annotations, revision.fields.annotations) };
}

// Definitions and content are JSON by construction (a manifest, or blocks checked when the author's method returned).
function pick(source: object, names: readonly string[]): JsonObject {
  const picked: Record<string, JsonValue> = {};
  for (const name of names) {
    const value = (source as Record<string, JsonValue | undefined>)[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

function without(source: object, names: readonly string[]): JsonObject {
  const entries = Object.entries(source as Record<string, JsonValue | undefined>);
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== undefined && !names.includes(name)),
  ) as JsonObject;
}
