/**
 * Reads how a server lists its tools: all of them, or a few of them and a search for the others.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { DiscoveryMode } from '@sigil/core/building';
import { oneOf, readMembers, text, texts, wholeNumber, type MemberForm } from './member-forms.js';

// `auto` lists all tools while they are few, and to clients that leave out definitions themselves.
const discoveryModes = ['all', 'search', 'auto'] as const satisfies readonly DiscoveryMode[];

/** The settings of one server. */
export interface DiscoverySettings {
  readonly mode: DiscoveryMode;
  /** The most tokens of definitions that `auto` lists; default: `defaultAboveTokens`. */
  readonly aboveTokens?: number;
  /** Names of clients that leave out definitions themselves; `auto` lists all tools to them. */
  readonly deferringClients?: readonly string[];
}

/** The settings for all servers, of the operator's file. */
export interface SharedDiscoverySettings extends DiscoverySettings {
  /** The mode of the mount of all servers; default: as the others. */
  readonly combined?: DiscoveryMode;
  /** The file that searches are recorded in; nothing is recorded by default. */
  readonly record?: string;
}

/** A twentieth of a context of 200,000 tokens. */
export const defaultAboveTokens = 10_000;

const discoveryForms = {
  mode: oneOf(...discoveryModes),
  aboveTokens: wholeNumber(1, 10_000_000),
  deferringClients: texts,
};

const sharedDiscoveryForms = {
  ...discoveryForms,
  combined: oneOf(...discoveryModes),
  record: text,
};

const modes = discoveryModes.map((mode) => `"${mode}"`).join(', ');

/** The settings of one server. */
export const discovery = discoveryForm<DiscoverySettings>(discoveryForms);

/** The settings for all servers. */
export const sharedDiscovery = discoveryForm<SharedDiscoverySettings>(sharedDiscoveryForms);

function discoveryForm<Settings extends DiscoverySettings>(
  forms: Readonly<Record<string, MemberForm<unknown>>>,
): MemberForm<Settings> {
  const members = Object.keys(forms).map((name) => `"${name}"`);
  return {
    expected: `one of ${modes}, or an object of ${members.join(', ')} with one of them as "mode"`,
    schema: {
      anyOf: [
        { enum: [...discoveryModes] },
        {
          type: 'object',
          properties: Object.fromEntries(Object.entries(forms).map(([name, { schema = {} }]) => [name, schema])),
          required: ['mode'],
          additionalProperties: false,
        },
      ],
    },
    read: (value) => readDiscovery<Settings>(value, forms),
    describe: (value) => describeMistake(value, forms),
  };
}

function readDiscovery<Settings extends DiscoverySettings>(
  value: JsonValue,
  forms: Readonly<Record<string, MemberForm<unknown>>>,
): Settings | undefined {
  const given = typeof value === 'string' ? { mode: value } : value;
  if (!isJsonObject(given) || given['mode'] === undefined) return undefined;
  try {
    return readEach(given, forms) as unknown as Settings; // every member was read by its form, and "mode" is there
  } catch {
    // `describeMistake` repeats the reason.
    return undefined;
  }
}

function describeMistake(value: JsonValue, forms: Readonly<Record<string, MemberForm<unknown>>>): string | undefined {
  if (!isJsonObject(value)) return undefined;
  if (value['mode'] === undefined) return 'an object without "mode"';
  try {
    readEach(value, forms);
    return undefined;
  } catch (error) {
    return (error as Error).message; // `fail` made it
  }
}

function readEach(given: JsonObject, forms: Readonly<Record<string, MemberForm<unknown>>>): object {
  return readMembers(given, forms, { where: 'an object', fail: (message) => new Error(message) });
}
