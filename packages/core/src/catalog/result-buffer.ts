/**
 * Buffers the values that a generator yielded, for a result made from them: each value once, up to the limit.
 */
import { joinBytes } from '../model/base64.js';
import { asBytes, isBytes } from '../model/content-helpers.js';
import type { JsonValue } from '../model/json.js';

/**
 * The form of a result made from yielded values: none, the JSON text of a list, or a joined value, which is one text if all are
 * texts, one file if all are bytes, else a list.
 */
export type ResultBufferForm = 'nothing' | 'json' | 'list' | 'joined-or-list';

/** The yielded values. */
export type Gathered =
  { readonly kind: 'json'; readonly json: string } | { readonly kind: 'value'; readonly value: unknown };

export class ResultBuffer {
  #parts: unknown[] = [];
  #length = 0;

  /** @param maxLength limit on the buffer, in characters of JSON text */
  constructor(
    private readonly form: ResultBufferForm,
    private readonly maxLength: number,
  ) {}

  /** True when the values exceeded the limit. */
  get isFull(): boolean {
    return this.#length > this.maxLength;
  }

  /** @param written the value as it is sent */
  add(value: unknown, written: JsonValue): void {
    if (this.form === 'nothing') return;
    const json = typeof written === 'string' && this.form !== 'json' ? written : JSON.stringify(written);
    this.#parts.push(this.form === 'json' ? json : keptPart(value));
    this.#length += json.length;
  }

  /** Returns the result and releases the parts. Call it once. */
  finish(): Gathered {
    const parts = this.#parts;
    this.#parts = [];
    if (this.form === 'json') return { kind: 'json', json: `[${parts.join(',')}]` };
    if (this.form === 'list') return { kind: 'value', value: parts };
    if (parts.length === 0) return { kind: 'value', value: undefined };
    if (parts.every((part) => typeof part === 'string')) return { kind: 'value', value: parts.join('') };
    return { kind: 'value', value: parts.every(isBytes) ? joinBytes(parts.map(asBytes)) : parts };
  }
}

/** Copies bytes, since a generator may reuse them for its next value. */
function keptPart(value: unknown): unknown {
  return value instanceof Uint8Array ? value.slice() : value;
}
