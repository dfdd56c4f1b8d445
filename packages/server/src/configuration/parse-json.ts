/**
 * Parses the JSON of configuration files. Mistakes are reported with line and column, and a duplicate name in an object is a mistake.
 *
 * Spec: RFC 8259
 */
import type { JsonObject, JsonValue } from '@sigil/core';

/** Text that is not JSON, or that has a duplicate name. */
export class JsonMistake extends Error {
  constructor(
    message: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(`line ${line}, column ${column}: ${message}`);
  }
}

/** The value, and the members of the outermost object that cannot be trusted. */
export interface ParsedJson {
  readonly value: JsonValue;
  /** The mistakes of duplicate names, by the member of the outermost object that contains them. */
  readonly repeated: ReadonlyMap<string, JsonMistake>;
  /** The text of each member of the outermost object; for a duplicate name, both texts. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Configurations are flat; deeper ones are refused before they can overflow the stack. */
const deepest = 100;

/** @throws JsonMistake when the text is not JSON */
export function parseJson(text: string): ParsedJson {
  // Editors on Windows write a byte order mark, which RFC 8259 lets a reader ignore.
  const reader = new JsonReader(text.replace(/^\uFEFF/, ''));
  const value = reader.readDocument();
  return { value, repeated: reader.repeated, texts: reader.texts };
}

const literals: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class JsonReader {
  readonly repeated = new Map<string, JsonMistake>();
  readonly texts = new Map<string, string>();
  #at = 0;
  /** The names that lead to the current position. */
  readonly #path: string[] = [];

  constructor(private readonly text: string) {}

  readDocument(): JsonValue {
    const value = this.#readValue(0);
    this.#skipSpace();
    if (this.#at < this.text.length) throw this.#mistake('expected the end of the file');
    return value;
  }

  #readValue(depth: number): JsonValue {
    if (depth > deepest) throw this.#mistake(`expected at most ${deepest} levels of nesting`);
    this.#skipSpace();
    const first = this.text[this.#at];
    if (first === '{') return this.#readObject(depth);
    if (first === '[') return this.#readArray(depth);
    if (first === '"') return this.#readString();
    return this.#readWord();
  }

  #readObject(depth: number): JsonObject {
    const members = new Map<string, JsonValue>();
    this.#at++;
    for (let isFirst = true; !this.#takes('}'); isFirst = false) {
      if (!isFirst) this.#require(',', 'expected "," or "}"');
      this.#skipSpace();
      const start = this.#at;
      if (this.text[start] !== '"') throw this.#mistake('expected a name in double quotes');
      const name = this.#readString();
      this.#require(':', 'expected ":"');
      this.#path.push(name);
      if (members.has(name)) this.#noteRepeated(name, start);
      members.set(name, this.#readValue(depth + 1));
      this.#path.pop();
      if (depth === 0) this.texts.set(name, `${this.texts.get(name) ?? ''}${this.text.slice(start, this.#at)}\n`);
    }
    return Object.fromEntries(members);
  }

  #readArray(depth: number): JsonValue[] {
    const items: JsonValue[] = [];
    this.#at++;
    for (let isFirst = true; !this.#takes(']'); isFirst = false) {
      if (!isFirst) this.#require(',', 'expected "," or "]"');
      items.push(this.#readValue(depth + 1));
    }
    return items;
  }

  #readString(): string {
    const start = this.#at;
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1;
    if (end >= this.text.length) throw this.#mistake('the text that begins here has no end', start);
    this.#at = end + 1;
    return this.#parsed(start, 'this text has a character that must be written with a backslash, or a wrong backslash');
  }

  #readWord(): JsonValue {
    const start = this.#at;
    while (/[\w.+-]/.test(this.text[this.#at] ?? '')) this.#at++;
    if (this.#at === start) throw this.#mistake('expected a value');
    const literal = literals.get(this.text.slice(start, this.#at));
    return literal === undefined ? this.#parsed(start, 'expected a value') : literal;
  }

  /** Parses the text from `start` to the current position, which must be a text or a number. */
  #parsed<Value extends JsonValue>(start: number, expected: string): Value {
    try {
      return JSON.parse(this.text.slice(start, this.#at)) as Value; // the caller checked its first character
    } catch {
      throw this.#mistake(expected, start);
    }
  }

  #takes(character: string): boolean {
    this.#skipSpace();
    if (this.text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #require(character: string, expected: string): void {
    if (!this.#takes(character)) throw this.#mistake(expected);
  }

  #skipSpace(): void {
    while (/[ \t\n\r]/.test(this.text[this.#at] ?? '')) this.#at++;
  }

  #noteRepeated(name: string, at: number): void {
    const outermost = this.#path[0]!;
    if (this.repeated.has(outermost)) return;
    this.repeated.set(outermost, this.#mistake(`there is a "${name.slice(0, 64)}" before it`, at));
  }

  #mistake(expected: string, at = this.#at): JsonMistake {
    const before = this.text.slice(0, at);
    const line = before.split('\n').length;
    const end = at >= this.text.length && !expected.startsWith('the text') ? ', got the end of the file' : '';
    return new JsonMistake(`${expected}${end}`, line, at - before.lastIndexOf('\n'));
  }
}
