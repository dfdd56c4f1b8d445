/**
 * Determines which members of a plugin's configuration a client can ask the user for, and reads the answers.
 *
 * A client asks for texts, numbers and yes or no, and passes the answers as variables or arguments of the program that it starts.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { Manifest } from '@sigil/core/building';

/** One member of the configuration that the user is asked for. */
export interface UserSetting {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  readonly schema: JsonObject;
  /** The environment variable with the answer; a list is passed as arguments after one that names it. */
  readonly variable: string;
}

/** The members that can be asked for, and the names of required ones that cannot. */
export interface UserSettings {
  readonly settings: readonly UserSetting[];
  readonly missing: readonly string[];
  /** Optional members that cannot be asked for. */
  readonly skipped: readonly string[];
}

/** @param given values written into the bundle and not asked for */
export function readUserSettings({ classes }: Pick<Manifest, 'classes'>, given: JsonObject): UserSettings {
  const found = new Map<string, UserSetting | { readonly name: string; readonly isRequired: boolean }>();
  for (const { configSchema, configRequired } of classes) {
    if (configSchema === undefined) continue;
    const needed = Array.isArray(configSchema['required']) ? configSchema['required'] : [];
    for (const [name, schema] of Object.entries((configSchema['properties'] ?? {}) as JsonObject)) {
      const isRequired = needed.includes(name) && configRequired === true;
      if (!(name in given))
        found.set(name, readSetting(name, schema as JsonObject, { isRequired, root: configSchema }));
    }
  }
  const all = [...found.values()];
  const others = all.filter((one) => !isSetting(one));
  return {
    settings: all.filter(isSetting),
    missing: others.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    skipped: others.filter(({ isRequired }) => !isRequired).map(({ name }) => name),
  };
}

function isSetting(one: object): one is UserSetting {
  return 'type' in one;
}

interface Place {
  readonly isRequired: boolean;
  readonly root: JsonObject;
}

function readSetting(
  name: string,
  written: JsonObject,
  { isRequired, root }: Place,
): UserSetting | Omit<UserSetting, 'type'> | { name: string; isRequired: boolean } {
  const schema = resolve(written, root);
  const items = schema['type'] === 'array' ? resolve((schema['items'] ?? {}) as JsonObject, root) : undefined;
  const type = typeOf(items ?? schema);
  // Names of variables and settings consist of letters and digits.
  if (type === undefined || !/^\w+$/.test(name) || (items !== undefined && type !== 'string'))
    return { name, isRequired };
  const isSecret = schema['format'] === 'password' || items?.['format'] === 'password';
  return { name, type, isList: items !== undefined, isRequired, isSecret, schema, variable: `SIGIL_CONFIG_${name}` };
}

function resolve(schema: JsonObject, root: JsonObject): JsonObject {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/$defs/')) return schema;
  const definition = ((root['$defs'] ?? {}) as JsonObject)[$ref.slice('#/$defs/'.length)] as JsonObject | undefined;
  return { ...definition, ...beside };
}

function typeOf({ type, enum: literals }: JsonObject): UserSetting['type'] | undefined {
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string' || type === 'boolean') return type;
  return Array.isArray(literals) && literals.every((one) => typeof one === 'string') ? 'string' : undefined;
}

/** The part of a setting that a bundled program needs to read the answer. */
export type SettingSource = Pick<UserSetting, 'name' | 'type' | 'isList' | 'variable'>;

/** Returns the argument that precedes the values of a list. */
export function listArgument(name: string): string {
  return `--list=${name}`;
}

/**
 * Reads the user's answers. A missing answer arrives as nothing, or as the placeholder itself.
 *
 * @param args of the program, without its own path
 */
export function readAnswers(
  sources: readonly SettingSource[],
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): JsonObject {
  const answers = sources.map(({ name, type, isList, variable }): [string, JsonValue | undefined] => {
    if (isList) return [name, readList(args, name)];
    const text = env[variable];
    return [name, text === undefined || !isGiven(text) ? undefined : readValue(text, type)];
  });
  return Object.fromEntries(answers.filter((one): one is [string, JsonValue] => one[1] !== undefined));
}

function readList(args: readonly string[], name: string): string[] | undefined {
  const start = args.indexOf(listArgument(name));
  if (start === -1) return undefined;
  const rest = args.slice(start + 1);
  const end = rest.findIndex((arg) => arg.startsWith('--list='));
  const values = (end === -1 ? rest : rest.slice(0, end)).filter(isGiven);
  return values.length === 0 ? undefined : values;
}

function isGiven(text: string): boolean {
  return text !== '' && !text.startsWith('${user_config.');
}

function readValue(text: string, type: SettingSource['type']): JsonValue {
  // The plugin's schema refuses a text that is not a number, with a message that names the member.
  if (type === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  return type === 'boolean' ? text === 'true' : text;
}
