/**
 * Fills `${NAME}` in the texts of configurations from variables of the environment, or from the files that `NAME_FILE` names, so that no
 * configuration holds a secret. `$${` is a literal `${`.
 *
 * The only reader of references: each program adds how it reads files, and its own class of errors.
 */
import { isJsonObject, type JsonValue } from './json.js';

/** The file that is read, and the variables. */
export interface FillOptions {
  /** Names the configuration in messages, usually by its file. */
  readonly where: string;
  /** The key of the given value in the configuration; empty for the whole. */
  readonly key?: string;
  /** Returns a variable's value; `undefined` if it is not set. An error that it throws gets the key added. */
  readonly read: (name: string) => string | undefined;
  /** Makes the error of the program. */
  readonly fail: (message: string, cause?: unknown) => Error;
}

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** An escape, a reference, or the beginning of something that is neither. */
const reference = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$\{[^}]{0,64}\}?/g;

/**
 * @returns a copy with filled texts; member names stay
 * @throws the error of `fail`, which names the variable, the configuration and the key, but no value
 */
export function fillVariables<Value extends JsonValue>(value: Value, options: FillOptions): Value {
  return fill(value, options.key ?? '', options) as Value; // the form is the same; only texts differ
}

/** Returns the names of the variables in the texts of a value. */
export function variablesIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [...value.matchAll(reference)].flatMap(([, name]) => name ?? []);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((inner) => variablesIn(inner as JsonValue)); // members of JSON are JSON
}

/**
 * Reads a variable that may hold a secret. Every process of the same user can read the environment of a running process, so a secret is
 * better kept in a file.
 *
 * @param readText reads the file that `<NAME>_FILE` names
 * @returns the text, without a newline at the end of a file; `undefined` when neither variable is set
 * @throws Error naming the variable, when both are set, or the file cannot be read or is empty
 */
export function readVariable(
  name: string,
  environment: Variables,
  readText: (file: string) => string,
): string | undefined {
  const value = ownValue(environment, name);
  const fileVariable = `${name}_FILE`;
  const file = ownValue(environment, fileVariable);
  if (file === undefined || file === '') return value;
  if (value !== undefined && value !== '') throw new Error(`${name} and ${fileVariable} are both set: leave one out`);
  const text = readWhole(file, fileVariable, readText).replace(/\r?\n$/, '');
  if (text === '') throw new Error(`${fileVariable}: the file "${file}" is empty`);
  return text;
}

function fill(value: JsonValue, key: string, options: FillOptions): JsonValue {
  if (typeof value === 'string') return fillText(value, key, options);
  if (Array.isArray(value)) return value.map((item: JsonValue, index) => fill(item, `${key}[${index}]`, options));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fill(member, key === '' ? name : `${key}.${name}`, options)]),
  );
}

function fillText(text: string, key: string, { where, read, fail }: FillOptions): string {
  const at = `${where}: "${key}"`;
  return text.replaceAll(reference, (found, name?: string) => {
    if (found === '$${') return '${';
    if (name === undefined)
      throw fail(`${at} has "\${" without a variable's name: write \${NAME}, or $\${ for a literal \${`);
    const value = valueOf(name, { at, read, fail });
    if (value === undefined || value === '')
      throw fail(`${at} names the variable ${name}, which is ${value === undefined ? 'not set' : 'empty'}`);
    return value;
  });
}

function valueOf(
  name: string,
  { at, read, fail }: Pick<FillOptions, 'read' | 'fail'> & { readonly at: string },
): string | undefined {
  try {
    return read(name);
  } catch (cause) {
    throw fail(`${at}: ${cause instanceof Error ? cause.message : 'the variable cannot be read'}`, cause);
  }
}

function ownValue(environment: Variables, name: string): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

function readWhole(file: string, variable: string, readText: (file: string) => string): string {
  try {
    return readText(file);
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new Error(`${variable}: the file "${file}" cannot be read (${why})`, { cause });
  }
}
