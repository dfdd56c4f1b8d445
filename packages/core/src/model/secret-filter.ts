/**
 * Replaces secrets in texts, also where they are part of a longer text, or percent-encoded, escaped for JSON or HTML, or written as
 * bytes: in base64, hexadecimal or decimal.
 *
 * Knows nothing of where secrets come from.
 */
import { writeBase64 } from './base64.js';
import { findUrlSecrets } from './url-secrets.js';

/** Returns the text with each secret replaced; the text itself if it has none. */
export type SecretFilter = (text: string) => string;

/** The text that replaces a secret. */
export const blank = '[redacted]';

/** Shorter secrets are left alone: they occur in ordinary words and numbers, so blanks would damage messages and reveal the secret. */
const shortestSecret = 4;

/** A line of a secret with several lines is a secret too, since a message may quote a single line of a key. */
const shortestLine = 16;

/**
 * @param secrets duplicates and those that are too short are ignored
 * @returns `undefined` if no secret is left
 */
export function openSecretFilter(
  secrets: Iterable<string>,
  minLength: number = shortestSecret,
): SecretFilter | undefined {
  const texts = new Set(
    [...secrets]
      .flatMap(partsOf)
      .flatMap(piecesOf)
      .filter((text) => text.length >= minLength),
  );
  if (texts.size === 0) return undefined;
  // A secret may be part of a longer one.
  const longestFirst = [...texts].sort((a, b) => b.length - a.length);
  const pattern = new RegExp([...longestFirst.map(patternOf), ...longestFirst.flatMap(encodedPatterns)].join('|'), 'g');
  return (text) => text.replace(pattern, blank).replaceAll(/(?:\[redacted\]){2,}/g, blank);
}

/** A pattern for more characters overflows the stack of some engines. */
const longestPiece = 256;

/** Cuts a long secret, whose pieces are blanked one after the other. */
function piecesOf(secret: string): string[] {
  const count = Math.ceil(secret.length / longestPiece);
  if (count <= 1) return [secret];
  const length = Math.ceil(secret.length / count);
  return Array.from({ length: count }, (_, index) => secret.slice(index * length, (index + 1) * length));
}

/** Returns the secret and what is a secret by itself: long lines, and the parts of a URL. */
function partsOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const ownLines = lines.length > 1 ? lines.filter((it) => it.length >= shortestLine && !it.startsWith('-----')) : [];
  return [secret, secret.trim(), ...ownLines, ...findUrlSecrets(secret)];
}

const literal = /^[A-Za-z0-9]$/;
const entities: Readonly<Record<string, string>> = {
  '&': '&(?:amp|#38|#x26);',
  '<': '&(?:lt|#60|#x3[cC]);',
  '>': '&(?:gt|#62|#x3[eE]);',
  '"': '&(?:quot|#34|#x22);',
  "'": '&(?:apos|#39|#x27);',
};

function patternOf(secret: string): string {
  return [...secret].map(characterPattern).join('');
}

/** Matches a character as it is, and as URLs, forms, JSON and HTML write it, in either case of hexadecimal digits. */
function characterPattern(character: string): string {
  if (literal.test(character)) return character;
  const escaped = JSON.stringify(character).slice(1, -1);
  const forms = [
    percentPattern(character),
    // JSON within a JSON string doubles its backslashes.
    ...(escaped === character ? [] : [String.raw`\\+${escapePattern(escaped.replace(/^\\/, ''))}`]),
    ...(character === '/' ? [String.raw`\\+\/`] : []),
    unicodePattern(character),
    ...(character === ' ' ? [String.raw`\+`] : []),
    ...(Object.hasOwn(entities, character) ? [entities[character]!] : []),
    escapePattern(character),
  ];
  return `(?:${forms.join('|')})`;
}

/** Matches one character's UTF-8 bytes, percent-encoded once or, as in a URL within a URL, several times. */
function percentPattern(character: string): string {
  return [...new TextEncoder().encode(character)].map((byte) => `%(?:25)*${hexPattern(byte, 2)}`).join('');
}

function unicodePattern(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => String.raw`\\+u${hexPattern(unit, 4)}`).join('');
}

function hexPattern(value: number, length: number): string {
  const digits = value.toString(16).padStart(length, '0');
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** Returns patterns of the secret's bytes: within base64, one for each position in a group of three bytes, and as numbers. */
function encodedPatterns(secret: string): string[] {
  const bytes: Uint8Array[] = [new TextEncoder().encode(secret)];
  // `btoa`, which many clients use for Basic credentials, encodes Latin-1.
  if (/^[\0-\xff]*[\x80-\xff][\0-\xff]*$/.test(secret)) bytes.push(latin1Of(secret));
  return bytes.flatMap((it) => [...[0, 1, 2].map((offset) => base64Pattern(it, offset)), ...numberPatterns(it)]);
}

/** `util.inspect` shows this number of bytes of a `Buffer`, and twice as many of another array. */
const inspectedBytes = 50;

/** Matches `6b65`, `<Buffer 6b 65>`, `6B:65`, `107, 101`, and `"0":107,"1":101`, also if `util.inspect` cut them. */
function numberPatterns(bytes: Uint8Array): string[] {
  const hexadecimal = [...bytes].map((byte) => hexPattern(byte, 2));
  const decimal = [...bytes].map((byte) => String(byte));
  return [
    joinBeginning(hexadecimal, '[ :-]?', inspectedBytes),
    `(?<!\\d)${joinBeginning(decimal, String.raw`,\s*(?:\\*"\d+\\*":\s*)?`, 2 * inspectedBytes)}(?!\\d)`,
  ];
}

/** Joins the patterns of bytes; those after the first `length` may be missing. */
function joinBeginning(patterns: readonly string[], separator: string, length: number): string {
  const [beginning, end] = [patterns.slice(0, length), patterns.slice(length)];
  return `${beginning.join(separator)}${end.length === 0 ? '' : `(?:${separator}${end.join(separator)})?`}`;
}

function base64Pattern(bytes: Uint8Array, offset: number): string {
  const shifted = new Uint8Array(offset + bytes.length);
  shifted.set(bytes, offset);
  // The first and the last character may share bits with the neighbours of the secret.
  const first = offset === 0 ? 0 : offset + 1;
  const core = writeBase64(shifted).slice(first, Math.floor((shifted.length * 8) / 6));
  const shared = '[A-Za-z0-9+/_-]';
  const end = shifted.length % 3 === 0 ? '' : `${shared}?(?:=|%3[dD]){0,2}`;
  return `${offset === 0 ? '' : `${shared}?`}${[...core].map(base64CharacterPattern).join('')}${end}`;
}

/** Matches a character of base64, of its form for URLs, and of its percent-encoded form. */
function base64CharacterPattern(character: string): string {
  if (character === '+') return '(?:[+-]|%(?:25)*2[bB])';
  return character === '/' ? String.raw`(?:[/_]|\\+\/|%(?:25)*2[fF])` : character;
}

function latin1Of(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
