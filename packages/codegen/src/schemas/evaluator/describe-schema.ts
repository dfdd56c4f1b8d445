/**
 * Writes a schema of any supported library as JSON Schema 2020-12, by that library's own means.
 *
 * Runs in the process that evaluated the schema.
 */
import type { JsonObject } from '@sigil/core';
import { describeArkType } from './describe-arktype.js';
import { describeValibot, type ValibotConverter } from './describe-valibot.js';
import { describeZod3, type Zod3Converter } from './describe-zod3.js';
import { describeZod4, type Zod4Converter } from './describe-zod4.js';
import type { DescribedSchema, SchemaRole } from './evaluation-events.js';
import { memberOf } from './member-of.js';
import { UnfitSchema } from './unfit-schema.js';
import type { WriteJsonSchema } from './write-json-schema.js';

/** The converters that are installed beside the plugin, each loaded on first use. */
export interface Converters {
  readonly zod4?: () => Promise<Partial<Zod4Converter>>;
  readonly zod3?: () => Promise<Partial<Zod3Converter>>;
  readonly valibot?: () => Promise<Partial<ValibotConverter>>;
}

/** A package that the plugin needs for schemas of this library, and does not have. */
export class MissingConverter extends Error {
  constructor(
    readonly packageName: string,
    library: string,
  ) {
    super(`is one of ${library}, which writes JSON Schema with the package ${packageName}`);
  }
}

/**
 * @throws MissingConverter when the package that writes schemas of this library is not installed
 * @throws UnfitSchema when it is no schema, or its library cannot write it
 */
export async function describeSchema(
  value: unknown,
  role: SchemaRole,
  converters: Converters,
): Promise<DescribedSchema> {
  const standard = memberOf(value, '~standard');
  if (value === undefined) throw new UnfitSchema('is undefined when its module has been evaluated');
  if (memberOf(standard, 'version') !== 1 || typeof memberOf(standard, 'validate') !== 'function')
    throw new UnfitSchema('is no Standard Schema: it has no "~standard" of version 1');

  const described = await describeByLibrary(value as object, role, converters);
  const json: unknown = JSON.parse(JSON.stringify(described.schema));
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new UnfitSchema('has no JSON Schema');
  // Sound: it was parsed from JSON, and is an object.
  return { ...described, schema: json as JsonObject };
}

async function describeByLibrary(schema: object, role: SchemaRole, converters: Converters): Promise<DescribedSchema> {
  const standard = memberOf(schema, '~standard');
  const vendor = memberOf(standard, 'vendor');
  const write = memberOf(memberOf(standard, 'jsonSchema'), role);
  const writeStandard = typeof write === 'function' ? (write as WriteJsonSchema) : undefined;
  if (vendor === 'zod' && memberOf(schema, '_zod')) {
    const toJsonSchema = writeStandard ? undefined : (await converters.zod4?.())?.toJSONSchema;
    if (!writeStandard && !toJsonSchema)
      throw new UnfitSchema('is one of a Zod 4 that cannot write JSON Schema; update zod');
    return describeZod4(role, (options) =>
      writeStandard
        ? writeStandard({ target: 'draft-2020-12', libraryOptions: options })
        : toJsonSchema!(schema, { target: 'draft-2020-12', io: role, ...options }),
    );
  }
  if (vendor === 'zod') {
    const converter = await converters.zod3?.();
    if (!converter?.zodToJsonSchema) throw new MissingConverter('zod-to-json-schema', 'Zod 3');
    return describeZod3(schema, role, converter as Zod3Converter);
  }
  if (vendor === 'valibot') {
    const converter = await converters.valibot?.();
    if (!converter?.toJsonSchema) throw new MissingConverter('@valibot/to-json-schema', 'Valibot');
    return describeValibot(schema, role, converter as ValibotConverter);
  }
  if (!writeStandard) throw new UnfitSchema(`is one of ${String(vendor)}, which has no JSON Schema in "~standard"`);
  if (vendor === 'arktype') return describeArkType(schema, role, writeStandard);
  return { schema: writeStandard({ target: 'draft-2020-12' }), notes: [], problems: [] };
}
