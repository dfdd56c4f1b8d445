/**
 * Blanks secrets in JSON data: in texts, member names and lists of bytes. Single numbers, and the base64 of media, stay as they are.
 */
import type { JsonValue } from './json.js';
import { blank, type SecretFilter } from './secret-filter.js';

/** Members of content blocks that hold base64. */
const media: ReadonlySet<string> = new Set(['data', 'blob']);

/**
 * @returns a copy as JSON writes the value; the value itself if it holds no secret or has no JSON form
 */
export function blankData<Value>(value: Value, filter: SecretFilter): Value {
  if (typeof value === 'string') return filter(value) as Value & string; // a string stays one
  const json = jsonOf(value);
  if (json === undefined || filter(json) === json) return value;
  return blankTexts(JSON.parse(json) as JsonValue, filter) as Value; // the form is the same, but for secret bytes
}

function blankTexts(value: JsonValue, filter: SecretFilter): JsonValue {
  if (typeof value === 'string') return filter(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isSecretBytes(value, filter)) return blank;
  if (Array.isArray(value)) return value.map((item: JsonValue) => blankTexts(item, filter));
  const isMedia = 'mimeType' in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      filter(name),
      isMedia && media.has(name) ? member : blankTexts(member, filter),
    ]),
  );
}

/** JSON writes a `Uint8Array` as an object whose members are numbers, and a `Buffer` with a list of numbers. */
function isSecretBytes(value: object, filter: SecretFilter): boolean {
  if (!Object.hasOwn(value, '0') || !Object.values(value).every((member) => typeof member === 'number')) return false;
  const json = JSON.stringify(value);
  return filter(json) !== json;
}

function jsonOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    // A value with a cycle or a big integer is refused by its sender.
    return undefined;
  }
}
