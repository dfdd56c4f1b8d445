/**
 * Reads the definitions that an upstream lists: strict clients refuse a whole list for one member of a wrong kind.
 *
 * A definition with wrong schemas or arguments is left out; any other wrong member is dropped.
 * Spec: 2025-11-25 server/tools#data-types, server/resources#data-types, server/prompts#data-types
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type {
  Implementation,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from '@sigil/core/building';
import { latestLegacyRevision } from '@sigil/core/internal';
import {
  aBoolean,
  anObject,
  arrayOf,
  aString,
  kind,
  mapOf,
  objectOf,
  type FindMisfit,
  type Misfit,
} from './find-misfit.js';

/** Reports why a definition is left out, or the members that it lacks, as the end of a sentence that begins with its name. */
export type Tell = (why: string) => void;

type Members = readonly (readonly [string, FindMisfit])[];

const aTheme = kind('"light" or "dark"', (value) => value === 'light' || value === 'dark');
const anIcon = objectOf({ src: aString, mimeType: aString, sizes: arrayOf(aString), theme: aTheme }, ['src']);
const aRole = kind('"user" or "assistant"', (value) => value === 'user' || value === 'assistant');
const aPriority = kind('a number from 0 to 1', (value) => typeof value === 'number' && value >= 0 && value <= 1);
const anArgument = objectOf({ name: aString }, ['name']);
const aSchema = objectOf({
  $schema: aString,
  properties: mapOf(kind('an object or a boolean', (value) => isJsonObject(value) || typeof value === 'boolean')),
  required: arrayOf(aString),
});

const described = {
  title: aString,
  description: aString,
  icons: arrayOf(anIcon),
  _meta: anObject,
  annotations: anObject,
};
const describedMembers: Members = Object.entries(described);
const resourceMembers: Members = Object.entries({
  ...described,
  mimeType: aString,
  size: kind('an integer', Number.isInteger),
});
const toolHints: Members = Object.entries({
  title: aString,
  readOnlyHint: aBoolean,
  destructiveHint: aBoolean,
  idempotentHint: aBoolean,
  openWorldHint: aBoolean,
});
const resourceHints: Members = Object.entries({ audience: arrayOf(aRole), priority: aPriority, lastModified: aString });
const serverMembers: Members = Object.entries({
  title: aString,
  description: aString,
  websiteUrl: aString,
  icons: arrayOf(anIcon),
});
const argumentMembers: Members = Object.entries({ title: aString, description: aString, required: aBoolean });
/** Some servers write `null` for a missing member. */
const notNull = (expected: string): FindMisfit => kind(expected, (value) => value !== null);
const notNullSchema: Members = [['outputSchema', notNull('an object')]];
const notNullArguments: Members = [['arguments', notNull('an array')]];
const notNullKeywords: Members = Object.entries({
  $schema: notNull('a string'),
  properties: notNull('an object'),
  required: notNull('an array'),
});

/** @param info what an upstream states about itself @returns `undefined` for an upstream without a name */
export function readServerInfo(info: JsonObject, tell: Tell): Implementation | undefined {
  const { name, version } = info;
  if (typeof name !== 'string' || name === '') return undefined;
  const dropping = new Dropping();
  const sound = dropping.from(info, serverMembers);
  dropping.tell(tell);
  return { ...sound, name, version: typeof version === 'string' && version !== '' ? version : '0' };
}

/** @param item with a name @returns `undefined` when the tool is left out */
export function readToolDefinition(item: JsonObject, tell: Tell): ToolDefinition | undefined {
  const dropping = new Dropping();
  const hinted = dropping.from(dropping.fromHints(item, describedMembers, toolHints), notNullSchema);
  const sound = ['inputSchema', 'outputSchema'].reduce(
    (it, name) => dropping.fromMember(it, name, notNullKeywords),
    hinted,
  );
  const { outputSchema } = sound;
  const inputSchema = withType(sound['inputSchema']);
  if (!isJsonObject(inputSchema) || inputSchema['type'] !== 'object') {
    tell('has no "inputSchema" of an object');
    return undefined;
  }
  const misfit = aSchema(inputSchema, 'inputSchema') ?? findMisfit(outputSchema, 'outputSchema', aSchema);
  if (misfit) return leaveOut(misfit, tell);
  dropping.tell(tell);
  return withOthers({ ...sound, inputSchema }, 'tool') as unknown as ToolDefinition; // every member of the type was checked
}

/** Adds the type that the specification demands and some servers omit: arguments are always an object. */
function withType(inputSchema: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(inputSchema) && inputSchema['type'] === undefined
    ? { type: 'object', ...inputSchema }
    : inputSchema;
}

/** @param item with a name @returns `undefined` when the prompt is left out */
export function readPromptDefinition(item: JsonObject, tell: Tell): PromptDefinition | undefined {
  const dropping = new Dropping();
  const sound = dropping.from(dropping.from(item, describedMembers), notNullArguments);
  const listed = sound['arguments'];
  const misfit = findMisfit(listed, 'arguments', arrayOf(anArgument));
  if (misfit) return leaveOut(misfit, tell);
  const args = (Array.isArray(listed) ? listed.filter(isJsonObject) : []).map((argument, index) =>
    dropping.from(argument, argumentMembers, `arguments[${index}].`),
  );
  dropping.tell(tell);
  const read = listed === undefined ? sound : { ...sound, arguments: args };
  return withOthers(read, 'prompt') as unknown as PromptDefinition; // as for tools
}

/** @param item with a URI and a name */
export function readResourceDefinition(item: JsonObject, tell: Tell): ResourceDefinition {
  return withOthers(readContent(item, tell), 'resource') as unknown as ResourceDefinition; // as for tools
}

/** @param item with a URI template and a name */
export function readTemplateDefinition(item: JsonObject, tell: Tell): ResourceTemplateDefinition {
  return withOthers(readContent(item, tell), 'resourceTemplate') as unknown as ResourceTemplateDefinition; // as for tools
}

function readContent(item: JsonObject, tell: Tell): JsonObject {
  const dropping = new Dropping();
  const sound = dropping.fromHints(item, resourceMembers, resourceHints);
  dropping.tell(tell);
  return sound;
}

type Kind = 'tool' | 'prompt' | 'resource' | 'resourceTemplate';

/** Sets apart the members that no revision defines, which may have the names of this project's own. */
function withOthers(read: JsonObject, kind: Kind): JsonObject {
  const known = withoutOthers(read, kind);
  const others = Object.entries(read).filter(([name]) => !Object.hasOwn(known, name));
  return others.length === 0 ? read : { ...known, otherMembers: Object.fromEntries(others) };
}

/** Returns the members that revisions define. */
export function withoutOthers(item: JsonObject, kind: Kind): JsonObject {
  const known = latestLegacyRevision.fields[kind];
  return Object.fromEntries(Object.entries(item).filter(([name]) => known.includes(name)));
}

/** Drops members of one definition, and reports all of them in one sentence. */
class Dropping {
  readonly #dropped: string[] = [];

  /** @returns the object itself if every member fits or is absent */
  from(object: JsonObject, members: Members, prefix = ''): JsonObject {
    const wrong = new Set<string>();
    for (const [name, find] of members) {
      const misfit = findMisfit(object[name], prefix + name, find);
      if (misfit) this.#dropped.push(describe(prefix + name, misfit));
      if (misfit) wrong.add(name);
    }
    if (wrong.size === 0) return object;
    return Object.fromEntries(Object.entries(object).filter(([name]) => !wrong.has(name)));
  }

  /** Does the same, and drops members of the annotations too. */
  fromHints(object: JsonObject, members: Members, hints: Members): JsonObject {
    return this.fromMember(this.from(object, members), 'annotations', hints);
  }

  /** Drops members of a member, if it is an object. */
  fromMember(object: JsonObject, name: string, members: Members): JsonObject {
    const member = object[name];
    if (!isJsonObject(member)) return object;
    const sound = this.from(member, members, `${name}.`);
    return sound === member ? object : { ...object, [name]: sound };
  }

  tell(tell: Tell): void {
    if (this.#dropped.length > 0) tell(`is offered without ${this.#dropped.join(', ')}`);
  }
}

function findMisfit(value: JsonValue | undefined, path: string, find: FindMisfit): Misfit | undefined {
  return value === undefined ? undefined : find(value, path);
}

function describe(member: string, { path, expected, got }: Misfit): string {
  return `"${member}" (${path === member ? '' : `"${path}" `}must be ${expected}, got ${got})`;
}

function leaveOut({ path, expected, got }: Misfit, tell: Tell): undefined {
  tell(`is left out: "${path}" must be ${expected}, got ${got}`);
}
