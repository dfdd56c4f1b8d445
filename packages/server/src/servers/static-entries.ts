/**
 * The tools, resources and prompts that a configuration file or a transform names, read from JSON into trusted types.
 *
 * Knows nothing of what they run. Spec: 2025-11-25 server/tools#tool, server/resources#resource, server/prompts#prompt
 */
import { isJsonObject, type CacheHint, type JsonObject, type Role, type ToolAnnotations } from '@sigil/core';
import type { PromptArgument } from '@sigil/core/building';
import { describe, flag, object, oneOf, text, type MemberForm } from '../configuration/member-forms.js';
import {
  anyText,
  collectMembers,
  componentName,
  list,
  namePattern,
  textLike,
  type Place,
} from '../configuration/collect-members.js';
import { readArgumentRules } from '../tool-transforms/argument-rules.js';
import { readResultRule } from '../tool-transforms/result-rule.js';
import type { ToolRules } from '../tool-transforms/transform-tool.js';
import { findUnknownNames, findUnpaired } from './prompt-text.js';

/** The members of a tool that clients see, as far as they differ from the tool's own definition, and the rules that change its calls. */
export interface ToolEntry extends ToolRules {
  readonly name: string;
  /** The tool that runs; by default the one of the same name. */
  readonly runs?: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: ToolAnnotations;
}

/** A resource with content of its own (one of `text`, `blob`, `contentCid`), or one that is read at its URI. */
export interface ResourceEntry {
  readonly uri: string;
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly text?: string;
  /** The content in base64. */
  readonly blob?: string;
  readonly contentCid?: string;
  /** How long clients may keep the content. */
  readonly cache?: CacheHint;
}

/** A prompt with messages of its own, or a changed definition of a plugin's prompt. */
export interface PromptEntry {
  readonly name: string;
  readonly runs?: string;
  /** The tool that the prompt is for. */
  readonly tool?: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  readonly messages?: readonly TemplateMessage[];
}

/** A message in which `{{argument}}` is replaced by the client's argument. */
export interface TemplateMessage {
  readonly role: Role;
  readonly text: string;
}

const otherTypes = ['array', 'string', 'number', 'integer', 'boolean', 'null'];

const objectSchema: MemberForm<JsonObject> = {
  expected: 'a JSON Schema whose "type" is "object"',
  read: (value) => (isJsonObject(value) && value['type'] === 'object' ? value : undefined),
  describe: (value) => {
    if (!isJsonObject(value)) return undefined;
    const { type } = value;
    if (type === undefined) return 'one without a "type"';
    return `one whose "type" is ${otherTypes.some((name) => name === type) ? `"${String(type)}"` : describe(type)}`;
  },
};

const annotationForms = {
  title: text,
  readOnlyHint: flag,
  destructiveHint: flag,
  idempotentHint: flag,
  openWorldHint: flag,
};

const toolForms = {
  runs: text,
  arguments: object,
  result: object,
  title: text,
  description: anyText,
  inputSchema: objectSchema,
  outputSchema: object,
  annotations: object,
};

/** Returns whether the entry is valid; its problems were recorded. */
function isSound({ problems }: Place, before: number): boolean {
  return problems.length === before;
}

/** @returns `undefined` for an invalid entry, whose problems are recorded at its place */
export function readToolEntry(name: string, given: JsonObject, place: Place): ToolEntry | undefined {
  const before = place.problems.length;
  checkName(name, place);
  const { annotations, arguments: argumentRules, result, ...members } = collectMembers(given, toolForms, place);
  const rules = readRules({ arguments: argumentRules, result }, place);
  if (rules.arguments && members.inputSchema)
    place.problems.push(`${place.where}: "arguments" change the tool's own "inputSchema"; leave one of them out`);
  const hints =
    annotations && collectMembers(annotations, annotationForms, { ...place, where: `${place.where}.annotations` });
  return isSound(place, before) ? { name, ...members, ...rules, ...(hints ? { annotations: hints } : {}) } : undefined;
}

function readRules(given: { readonly [Name in keyof ToolRules]: JsonObject | undefined }, place: Place): ToolRules {
  const rules = given.arguments && readArgumentRules(given.arguments, place);
  const result = given.result && readResultRule(given.result, place);
  return { ...(rules && rules.size > 0 ? { arguments: rules } : {}), ...(result ? { result } : {}) };
}

const uri = textLike(
  /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/,
  'a URI such as notes://today',
);

const cacheHint: MemberForm<CacheHint> = {
  expected: 'an object such as { "ttlMs": 60000, "scope": "public" }',
  read(value) {
    if (!isJsonObject(value)) return undefined;
    const { ttlMs, scope, ...others } = value;
    const isTime = typeof ttlMs === 'number' && Number.isSafeInteger(ttlMs) && ttlMs >= 0;
    if (!isTime || (scope !== 'public' && scope !== 'private') || Object.keys(others).length > 0) return undefined;
    return { ttlMs, scope };
  },
};

const resourceForms = {
  uri,
  name: text,
  title: text,
  description: anyText,
  mimeType: text,
  text: anyText,
  blob: textLike(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'base64'),
  content_cid: text,
  cache: cacheHint,
};

/** @returns `undefined` for an invalid entry, whose problems are recorded at its place */
export function readResourceEntry(given: JsonObject, place: Place): ResourceEntry | undefined {
  const { where, problems } = place;
  const before = problems.length;
  const { content_cid: contentCid, ...members } = collectMembers(given, resourceForms, place);
  if (given['uri'] === undefined) problems.push(`${where}: "uri" must be ${uri.expected}, got nothing`);
  const contents = ['text', 'blob', 'content_cid'].filter((member) => given[member] !== undefined);
  if (contents.length > 1)
    problems.push(`${where}: expected one of "text", "blob", "content_cid", got ${contents.length}`);
  if (members.uri === undefined || !isSound(place, before)) return undefined;
  return { ...members, uri: members.uri, ...(contentCid === undefined ? {} : { contentCid }) };
}

const promptForms = {
  runs: text,
  tool: text,
  title: text,
  description: anyText,
  arguments: list,
  messages: list,
  template: anyText,
};

const argumentForms = { name: componentName, title: text, description: anyText, required: flag };
const messageForms = { role: oneOf('user', 'assistant'), text: anyText };

/** @returns `undefined` for an invalid entry, whose problems are recorded at its place */
export function readPromptEntry(name: string, given: JsonObject, place: Place): PromptEntry | undefined {
  const before = place.problems.length;
  checkName(name, place);
  const { arguments: argumentList, messages, template, ...members } = collectMembers(given, promptForms, place);
  if ([messages, template, members.runs].filter((it) => it !== undefined).length > 1) {
    place.problems.push(`${place.where}: expected one of "messages", "template", "runs", got more`);
  }
  const said = template === undefined ? readMessages(messages, place) : [{ role: 'user' as const, text: template }];
  const taken = readArguments(argumentList, place);
  // Arguments that come from the tool are not known here.
  if (said) checkSections(said, place);
  if (said && (taken || members.tool === undefined)) checkPlaceholders(said, taken ?? [], place);
  if (!isSound(place, before)) return undefined;
  return { name, ...members, ...(taken ? { arguments: taken } : {}), ...(said ? { messages: said } : {}) };
}

function readMessages(given: readonly unknown[] | undefined, place: Place): readonly TemplateMessage[] | undefined {
  if (given?.length === 0) place.problems.push(`${place.where}: "messages" must be at least one message, got none`);
  return given?.map((message, index) => {
    const { role = 'user', text: said = '' } = readElement(message, messageForms, {
      ...place,
      where: `${place.where}.messages[${index}]`,
    });
    return { role, text: said };
  });
}

function readArguments(given: readonly unknown[] | undefined, place: Place): readonly PromptArgument[] | undefined {
  const taken = new Set<string>();
  return given?.map((argument, index) => {
    const where = `${place.where}.arguments[${index}]`;
    const { name = '', ...members } = readElement(argument, argumentForms, { ...place, where });
    if (isJsonObject(argument) && argument['name'] === undefined) {
      place.problems.push(`${where}: "name" must be ${componentName.expected}, got nothing`);
    }
    if (taken.has(name)) place.problems.push(`${where}: there is an argument "${name}" before it`);
    taken.add(name);
    return { name, ...members };
  });
}

function readElement<Given extends Readonly<Record<string, MemberForm<unknown>>>>(
  given: unknown,
  forms: Given,
  place: Place,
): ReturnType<typeof collectMembers<Given>> {
  if (isJsonObject(given)) return collectMembers(given, forms, place);
  place.problems.push(`${place.where} must be an object`);
  return collectMembers({}, forms, place);
}

function checkPlaceholders(
  messages: readonly TemplateMessage[],
  taken: readonly PromptArgument[],
  { where, problems }: Place,
): void {
  for (const written of unknownPlaceholders(messages, taken)) {
    problems.push(`${where}: ${written} stands for no argument of "arguments"`);
  }
}

function checkSections(messages: readonly TemplateMessage[], { where, problems }: Place): void {
  for (const written of messages.flatMap(({ text: said }) => findUnpaired(said))) {
    problems.push(`${where}: ${written} has no counterpart: a section begins with {{#name}} and ends with {{/name}}`);
  }
}

/** @returns the placeholders without an argument, as written */
export function unknownPlaceholders(
  messages: readonly TemplateMessage[],
  taken: readonly PromptArgument[],
): readonly string[] {
  const names = new Set(taken.map(({ name }) => name));
  return messages.flatMap(({ text: said }) => findUnknownNames(said, names));
}

function checkName(name: string, { where, problems }: Place): void {
  if (!namePattern.test(name)) problems.push(`${where}: must be called by ${componentName.expected}`);
}
