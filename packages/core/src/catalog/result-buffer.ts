/**
 * Keeps the values that a generator yielded, for a result that is made of them: each value once, and no more than the limit.
 */
import { joinBytes } from '../model/base64.js';
import { asBytes, isBytes } from '../model/content-helpers.js';
import type { JsonValue } from '../model/json.js';

/**
 * The result made of yielded values: nothing, the JSON text of a list, or a value, which is one text where all are texts and the bytes
 * of one file where all are bytes.
 */
export type ResultBufferForm = 'nothing' | 'json' | 'list' | 'joined-or-list';

/** All that was yielded. */
export type Gathered =
  { readonly kind: 'json'; readonly json: string } | { readonly kind: 'value'; readonly value: unknown };

export class ResultBuffer {
  #parts: unknown[] = [];
  #length = 0;

  /** @param maxLength how much is kept, in characters of JSON text */
  constructor(
    private readonly form: ResultBufferForm,
    private readonly maxLength: number,
  ) {}

  /** Tells whether more was given than a result can hold. */
  get isFull(): boolean {
    return this.#length > this.maxLength;
  }

  /** @param written the value as it goes out */
  add(value: unknown, written: JsonValue): void {
    if (this.form === 'nothing') return;
    const json = typeof written === 'string' && this.form !== 'json' ? written : JSON.stringify(written);
    this.#parts.push(this.form === 'json' ? json : keptPart(value));
    this.#length += json.length;
  }

  /** To be called once: it releases the parts. */
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

/** A generator may use the same bytes again for what it yields next. */
function keptPart(value: unknown): unknown {
  return value instanceof Uint8Array ? value.slice() : value;
}
