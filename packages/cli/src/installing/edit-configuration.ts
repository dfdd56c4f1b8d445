/**
 * Adds entries to the text of a client's file and removes them, and checks that nothing else in it has changed.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ClientConfiguration, PromptedInput } from '@sigil/contracts/clients';
import type { JsonObject, JsonValue } from '@sigil/core';
import { CommandError } from '../failures/command-error.js';
import { appendItem, jsonEditing, removeItem } from './text/edit-json.js';
import { tomlEditing } from './text/edit-toml.js';
import { yamlEditing } from './text/edit-yaml.js';
import { memberAt, type TextEditing } from './text/text-editing.js';

/** The part of an entry that a text shows. */
export interface EntryText {
  readonly path: readonly string[];
  readonly value: JsonObject;
  readonly inputs: readonly PromptedInput[];
  /** The previous value, which is restored when the entry is removed. */
  readonly replaced?: JsonValue;
}

const editings: Readonly<Record<ClientConfiguration['format'], TextEditing>> = {
  json: jsonEditing,
  toml: tomlEditing,
  yaml: yamlEditing,
};

const mark = '\uFEFF';
const inputsPath = ['inputs'];

/** Texts of one format, with or without a byte order mark. */
export class ConfigurationEditor {
  readonly #editing: TextEditing;

  constructor(format: ClientConfiguration['format']) {
    this.#editing = editings[format];
  }

  /** @throws BrokenText */
  find(text: string, path: readonly string[]): JsonValue | undefined {
    return memberAt(this.#parse(text), path) as JsonValue | undefined; // sound: #parse returns JSON
  }

  /** @throws CommandError when it cannot be added without changing anything else */
  add(text: string, { path, value, inputs }: EntryText): string {
    const known = (this.#parse(text) as { inputs?: readonly { id?: unknown }[] }).inputs;
    const isKnown = ({ id }: PromptedInput): boolean => Array.isArray(known) && known.some((input) => input?.id === id);
    const missing = inputs.filter((input) => !isKnown(input));
    const after = this.#onText(text, (inner) =>
      missing.reduce(
        (result, input) => appendItem(result, inputsPath, { ...input }),
        this.#editing.set(inner, path, value),
      ),
    );
    const expected = withMember(this.#parse(text), path, value);
    const all =
      missing.length === 0
        ? expected
        : withMember(expected, inputsPath, [...asList(memberAt(expected, inputsPath)), ...missing]);
    return this.#checked(after, all);
  }

  /** @throws CommandError like `add` */
  remove(text: string, entry: EntryText): string {
    const { path, inputs, replaced } = entry;
    const after = this.#onText(text, (inner) =>
      inputs.reduce(
        (result, { id }) => removeItem(result, inputsPath, id),
        // Sound: a replaced entry was an object, or `set` writes the previous value.
        replaced === undefined
          ? this.#editing.remove(inner, path)
          : this.#editing.set(inner, path, replaced as JsonObject),
      ),
    );
    return this.#checked(after, this.#without(text, entry));
  }

  /** Removes exactly the added text, or returns undefined when that has changed since. */
  undo(text: string, entry: EntryText, change: Change): string | undefined {
    const [before, after, ...more] = text.split(change.inserted);
    if (change.inserted === '' || before === undefined || after === undefined || more.length > 0) return undefined;
    const undone = before + change.removed + after;
    try {
      return this.#checked(undone, this.#without(text, entry));
    } catch {
      // The surrounding text has changed; the caller removes the member instead.
      return undefined;
    }
  }

  /** Removes an object or list if it is empty. */
  removeEmpty(text: string, path: readonly string[]): string {
    const found = this.find(text, path);
    const isEmpty = typeof found === 'object' && found !== null && Object.keys(found).length === 0;
    return isEmpty ? this.#onText(text, (inner) => this.#editing.remove(inner, path)) : text;
  }

  #without(text: string, { path, inputs, replaced }: EntryText): JsonObject {
    const whole = this.#parse(text);
    const left = withMember(whole, path, replaced);
    const items = memberAt(left, inputsPath);
    if (inputs.length === 0 || !Array.isArray(items)) return left;
    const gone = new Set<unknown>(inputs.map(({ id }) => id));
    return withMember(
      left,
      inputsPath,
      items.filter((item: { id?: unknown }) => !gone.has(item?.id)),
    );
  }

  #parse(text: string): JsonObject {
    const value = this.#editing.parse(text.startsWith(mark) ? text.slice(1) : text);
    // Sound: the round trip turns any parser's result into JSON; dates of TOML become texts.
    return JSON.parse(JSON.stringify(value ?? {})) as JsonObject;
  }

  #onText(text: string, edit: (inner: string) => string): string {
    return text.startsWith(mark) ? mark + edit(text.slice(1)) : edit(text);
  }

  #checked(text: string, expected: JsonObject): string {
    const found = this.#parse(text);
    if (isDeepStrictEqual(pruned(found), pruned(expected))) return text;
    throw new CommandError('it is written in a way that cannot be changed safely; change the entry by hand');
  }
}

/** The one range in which two texts differ. */
export interface Change {
  readonly removed: string;
  readonly inserted: string;
}

/** Returns the shortest replacement that turns `before` into `after`. */
export function changeBetween(before: string, after: string): Change & { readonly at: number } {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before[at] === after[at]) at++;
  let end = 0;
  while (end < most - at && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { at, removed: before.slice(at, before.length - end), inserted: after.slice(at, after.length - end) };
}

function withMember(whole: JsonObject, [key, ...rest]: readonly string[], value: unknown): JsonObject {
  const copy: Record<string, unknown> = { ...whole };
  if (rest.length > 0) {
    const inner = isObject(copy[key!]) ? copy[key!] : {};
    copy[key!] = withMember(inner as JsonObject, rest, value);
  } else if (value === undefined) delete copy[key!];
  else copy[key!] = value;
  return copy as JsonObject; // sound: made of JSON
}

/** Ignores root members that are empty or null: an editor may leave or remove them. */
function pruned(whole: JsonObject): JsonObject {
  const kept = Object.entries(whole).filter(
    ([, value]) =>
      value !== null &&
      !(isObject(value) && Object.keys(value).length === 0) &&
      !(Array.isArray(value) && value.length === 0),
  );
  return JSON.parse(JSON.stringify(Object.fromEntries(kept))) as JsonObject;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asList(value: unknown): readonly JsonValue[] {
  return Array.isArray(value) ? (value as JsonValue[]) : [];
}
