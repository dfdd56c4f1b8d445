/**
 * Finds the values of a plugin's configuration that its author marked `@secret`: those with the format `password` in a schema, at any
 * depth.
 *
 * Bytes are configured as base64 and used decoded, so both forms are secrets.
 */
import { partsOf, type Manifest } from '../manifest/manifest.js';
import { isBase64 } from '../model/base64.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';

/** The format that `@secret` gives a text. */
const secretFormat = 'password';

/** Returns the secrets in the configuration, as texts. */
export function findSecrets(
  manifest: Pick<Manifest, 'classes' | 'services'>,
  configuration: JsonObject = {},
): readonly string[] {
  const found = new Set<string>();
  for (const { configSchema } of partsOf(manifest)) {
    if (configSchema) new SecretSearch(configSchema, found).look(configSchema, configuration, new Set());
  }
  return [...found];
}

class SecretSearch {
  constructor(
    private readonly root: JsonObject,
    private readonly found: Set<string>,
  ) {}

  /** @param seen the schemas that were applied to this value, since a type may contain itself without a member between */
  look(schema: JsonValue | undefined, value: JsonValue, seen: ReadonlySet<JsonObject>): void {
    if (!isJsonObject(schema) || seen.has(schema)) return;
    const { $ref: reference } = schema;
    const within = new Set([...seen, schema]);
    if (typeof reference === 'string') this.look(this.#resolve(reference), value, within);
    if (schema['format'] === secretFormat) this.#note(value, schema['contentEncoding'] === 'base64');
    for (const list of [schema['anyOf'], schema['oneOf'], schema['allOf']]) {
      if (Array.isArray(list)) list.forEach((branch: JsonValue) => this.look(branch, value, within));
    }
    if (Array.isArray(value)) this.#lookAtItems(schema, value);
    else if (isJsonObject(value)) this.#lookAtMembers(schema, value);
  }

  #lookAtItems({ prefixItems, items }: JsonObject, value: readonly JsonValue[]): void {
    const prefix: readonly JsonValue[] = Array.isArray(prefixItems) ? prefixItems : [];
    value.forEach((item, index) => this.look(prefix[index] ?? items, item, new Set()));
  }

  #lookAtMembers({ properties, patternProperties, additionalProperties }: JsonObject, value: JsonObject): void {
    const known = isJsonObject(properties) ? properties : {};
    const patterns = Object.entries(isJsonObject(patternProperties) ? patternProperties : {});
    for (const [name, member] of Object.entries(value)) {
      if (Object.hasOwn(known, name)) this.look(known[name], member, new Set());
      const matching = patterns.filter(([pattern]) => new RegExp(pattern, 'u').test(name));
      for (const [, schema] of matching) this.look(schema, member, new Set());
      if (!Object.hasOwn(known, name) && matching.length === 0) this.look(additionalProperties, member, new Set());
    }
  }

  #note(value: JsonValue, isBytes: boolean): void {
    if (typeof value !== 'string' || value === '') return;
    this.found.add(value);
    if (isBytes && isBase64(value)) decodeBytes(value).forEach((text) => this.found.add(text));
  }

  #resolve(reference: string): JsonValue | undefined {
    if (!reference.startsWith('#')) return undefined;
    let at: JsonValue | undefined = this.root;
    for (const token of decodeURIComponent(reference.slice(1)).split('/').slice(1)) {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
      if (Array.isArray(at)) at = (at as readonly JsonValue[])[Number(name)];
      else at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    }
    return at;
  }
}

/** Returns bytes as UTF-8 and as one character each, whose encodings include those of bytes that are no UTF-8. */
function decodeBytes(base64: string): readonly string[] {
  const characters = atob(base64);
  const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
  // Bytes that are no UTF-8 give a text with replacement characters, which an author's code may print.
  return [new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), characters];
}
