/**
 * Reads a manifest from untrusted JSON, so that all later code may trust the shape.
 */
import { PluginError } from '../errors/plugin-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { isView } from '../model/views.js';
import { putInDeclaredOrder, type DeclaredOrder } from './declared-order.js';
import { manifestVersion, type Manifest } from './manifest.js';

type Check = (value: JsonValue | undefined) => boolean;

const isString: Check = (value) => typeof value === 'string';
const isText: Check = (value) => value === undefined || typeof value === 'string';
const isObject: Check = (value) => isJsonObject(value);

type Checks = readonly (readonly [member: string, check: Check])[];

/**
 * Required members by table, the scopes, which guard access, and instructions, which are merged with others; other optional members are left
 * to the build.
 */
const requiredMembers: Readonly<Record<string, Checks>> = {
  classes: Object.entries({ name: isString, file: isString, instructions: isText }),
  services: Object.entries({ name: isString, file: isString, from: isString }),
  tools: Object.entries({ name: isString, inputSchema: isObject, origin: isOrigin, scopes: areScopes }),
  resources: Object.entries({ uri: isString, name: isString, origin: isOrigin, scopes: areScopes }),
  resourceTemplates: Object.entries({ uriTemplate: isString, name: isString, origin: isOrigin, scopes: areScopes }),
  prompts: Object.entries({ name: isString, origin: isOrigin, scopes: areScopes }),
  completions: Object.entries({ of: isString, argument: isString }),
};
const pluginMembers: Checks = Object.entries({ name: isString, version: isString });
const instructedMembers: Checks = Object.entries({ instructions: isText });
const frameworkMembers: Checks = Object.entries({ framework: isText });
const codeMembers: Checks = Object.entries({ file: isString, cid: isString });
const skillsMembers: Checks = Object.entries({ file: isString, cid: isString, files: isArray, entries: isArray });
const skillFileMembers: Checks = Object.entries({ uri: isString, digest: isString, size: isSize, mimeType: isString });
const viewsMembers: Checks = Object.entries({ file: isString, cid: isString, entries: isArray });
const viewMembers: Checks = Object.entries({
  uri: isViewAddress,
  name: isString,
  size: isSize,
  digest: isString,
  scopes: areScopes,
  meta: isViewMeta,
});
const skillMembers: Checks = Object.entries({ uri: isString, frontmatter: isFrontMatter });

/**
 * @param raw freshly parsed and not shared: the declared order is restored in place
 * @param where for messages: which manifest this is
 * @throws PluginError `manifest-invalid` naming the member that does not fit
 */
export function readManifest(raw: unknown, where: string): Manifest {
  const fail = (why: string): never => {
    throw new PluginError('manifest-invalid', `${where}: ${why}; build the plugin again`);
  };
  if (!isJsonObject(raw)) return fail('expected a JSON object');
  if (raw['manifestVersion'] !== manifestVersion) return fail(`"manifestVersion" must be ${manifestVersion}`);
  if (findMissing(raw['plugin'], pluginMembers)) return fail('"plugin" must have a "name" and a "version"');
  if (findMissing(raw['plugin'], instructedMembers)) return fail('"plugin.instructions" must be a text');
  if (!isActivation(raw['plugin'])) return fail('"plugin.activation" must be "onFirstUse" or "onStart"');
  if (!isDiscoveryMode(raw['plugin'])) return fail('"plugin.discovery" must be "all", "search" or "auto"');
  if (findMissing(raw['plugin'], frameworkMembers)) return fail('"plugin.framework" must be a text');
  if (findMissing(raw['code'], codeMembers)) return fail('"code" must have a "file" and a "cid"');
  for (const [table, members] of Object.entries(requiredMembers)) {
    // Only plugins whose classes need services have this table.
    const rows = raw[table] ?? (table === 'services' ? [] : undefined);
    if (!Array.isArray(rows)) return fail(`"${table}" must be an array`);
    for (let index = 0; index < rows.length; index++) {
      const member = findMissing(rows[index] as JsonValue, members);
      if (member) return fail(`"${table}[${index}].${member}" is missing or of the wrong type`);
    }
  }
  const { skills, views, declaredOrder } = raw;
  if (skills !== undefined && !areSkills(skills))
    return fail('"skills" has a member that is missing or of the wrong type');
  if (views !== undefined && !areViews(views)) return fail('"views" has a member that is missing or of the wrong type');
  if (declaredOrder !== undefined) {
    if (!isDeclaredOrder(declaredOrder)) return fail('"declaredOrder" must map pointers to names');
    putInDeclaredOrder(raw, declaredOrder);
  }
  return raw as unknown as Manifest; // every required member was checked
}

function isDeclaredOrder(value: JsonValue): value is JsonObject & DeclaredOrder {
  return isJsonObject(value) && Object.values(value).every((names) => Array.isArray(names) && names.every(isString));
}

function areSkills(skills: JsonValue): boolean {
  if (!isJsonObject(skills) || findMissing(skills, skillsMembers)) return false;
  const have = (rows: JsonValue | undefined, members: Checks): boolean =>
    Array.isArray(rows) && rows.every((row: JsonValue) => !findMissing(row, members));
  return have(skills['files'], skillFileMembers) && have(skills['entries'], skillMembers);
}

function areViews(views: JsonValue): boolean {
  if (!isJsonObject(views) || findMissing(views, viewsMembers)) return false;
  const { entries } = views;
  return Array.isArray(entries) && entries.every((entry: JsonValue) => !findMissing(entry, viewMembers));
}

function isViewAddress(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && isView({ uri: value });
}

/** Returns whether the metadata is absent or has the facts about the view. */
function isViewMeta(value: JsonValue | undefined): boolean {
  return value === undefined || (isJsonObject(value) && isJsonObject(value['ui']));
}

function isArray(value: JsonValue | undefined): boolean {
  return Array.isArray(value);
}

function isSize(value: JsonValue | undefined): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isFrontMatter(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && isString(value['name']) && isString(value['description']);
}

/** Returns the first member that is missing or has the wrong type. */
function findMissing(value: JsonValue | undefined, members: Checks): string | undefined {
  const hasMembers = isJsonObject(value);
  for (const [member, check] of members) if (!hasMembers || !check(value[member])) return member;
  return undefined;
}

/** Returns whether the plugin's `activation` is absent or one of its two values. */
function isActivation(plugin: JsonValue | undefined): boolean {
  const activation = isJsonObject(plugin) ? plugin['activation'] : undefined;
  return activation === undefined || activation === 'onFirstUse' || activation === 'onStart';
}

/** Returns whether the plugin's `discovery` is absent or one of its three values. */
function isDiscoveryMode(plugin: JsonValue | undefined): boolean {
  const mode = isJsonObject(plugin) ? plugin['discovery'] : undefined;
  return mode === undefined || mode === 'all' || mode === 'search' || mode === 'auto';
}

/** Returns whether the scopes are absent or strings. An unreadable guard must not be ignored. */
function areScopes(value: JsonValue | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.length > 0 && value.every(isString));
}

function isOrigin(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && isString((value as JsonObject)['class']) && isString((value as JsonObject)['method']);
}
