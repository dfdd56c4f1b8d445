/**
 * Compares what a client saw of a server before and after its migration.
 */

/**
 * @param {Record<string, unknown>} before
 * @param {Record<string, unknown>} after
 * @returns {{ step: string, before: unknown, after: unknown }[]}
 */
export function findDifferences(before, after) {
  const steps = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return steps
    .map((step) => ({ step, before: plainOf(step, before[step]), after: plainOf(step, after[step]) }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
}

/**
 * @param {string} step
 * @param {any} value
 */
function plainOf(step, value) {
  if (value === undefined || value === null || value === '') return undefined;
  if (step.startsWith('tools ')) return sorted(toolOf(value));
  if (step.startsWith('call ') && (value.isError === true || value.refused !== undefined)) return refusalOf(value);
  if (value.refused !== undefined) return 'refused';
  if (step.startsWith('prompts ')) return sorted({ ...value, arguments: (value.arguments ?? []).map(promptArgument) });
  if (step.startsWith('complete')) return sorted(value.completion?.values);
  const { isError: _ok, _meta, ...rest } = value.isError === true ? value : { ...value, isError: undefined };
  return sorted(rest);
}

/** Messages about wrong arguments are worded by each server; other failures are compared by their text. @param {any} value */
function refusalOf(value) {
  const text = value.refused ?? (value.content ?? []).map((/** @type {any} */ one) => one.text).join('\n');
  const isAboutInput =
    /Input validation|parameter validation|Invalid parameters|Invalid arguments|argument|validation error|not found|no tool|not what its type says|Output validation|does not match outputSchema|invalid data|^(MCP error -\d+: )?invalid "|"code": ?"/.test(
      text,
    );
  return isAboutInput ? 'refused' : { failed: text.replace(/^MCP error -\d+: /, '').replace(/^Error: /, '') };
}

/** @param {any} tool */
function toolOf({ name, title, description, annotations, inputSchema, outputSchema, _meta }) {
  const hints = { ...annotations };
  return {
    name,
    title: title ?? hints.title,
    description,
    annotations: { ...hints, title: undefined },
    inputSchema: schemaOf(inputSchema),
    outputSchema: outputSchema && schemaOf(outputSchema),
    _meta: metaOf(_meta),
  };
}

/** MCP-Nest adds `securitySchemes` to every tool, which a note of the migration says once; xmcp adds an empty object. @param {any} meta */
function metaOf(meta) {
  const { securitySchemes: _added, ...rest } = meta ?? {};
  return Object.keys(rest).length === 0 ? undefined : rest;
}

const kept = new Set([
  'description',
  'title',
  'default',
  'examples',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
]);

/** @param {any} argument */
function promptArgument({ name, description, required }) {
  return { name, description, required: required === true };
}

/** The parts of a schema that zod and a build write alike. @param {any} schema @param {any} [root] @param {number} [depth] @returns {any} */
function schemaOf(schema, root = schema, depth = 0) {
  if (typeof schema !== 'object' || schema === null || depth > 12) return schema;
  if (schema.$ref !== undefined) {
    if (depth > 4) return '…';
    const target =
      schema.$ref === '#'
        ? root
        : schema.$ref
            .split('/')
            .slice(1)
            .reduce((/** @type {any} */ at, /** @type {string} */ part) => at?.[part], root);
    return { ...schemaOf(target, root, depth + 1), ...(schema.description && { description: schema.description }) };
  }
  const {
    properties,
    items,
    prefixItems,
    anyOf,
    oneOf,
    allOf,
    const: only,
    enum: values,
    format,
    required,
    additionalProperties,
    additionalItems,
    propertyNames,
    type,
  } = schema;
  /** @type {Record<string, any>} */
  const rest = Object.fromEntries(Object.entries(schema).filter(([keyword]) => kept.has(keyword)));
  const branches = anyOf ?? oneOf;
  if (only !== undefined) return { enum: [only], ...rest };
  if (values !== undefined) return { enum: values, ...rest };
  if (branches && branches.every((/** @type {any} */ one) => one.const !== undefined))
    return { enum: branches.map((/** @type {any} */ one) => one.const), ...rest };
  // An exhaustive record, whose keys one side lists as names and the other as properties.
  if (propertyNames?.enum && required)
    return {
      type,
      properties: Object.fromEntries(
        propertyNames.enum.map((/** @type {string} */ name) => [name, schemaOf(additionalProperties, root, depth + 1)]),
      ),
      required: [...required].sort(),
    };
  const whole = allOf?.length === 1 ? schemaOf(allOf[0], root, depth) : undefined;
  if (whole) return typeof whole === 'object' ? { ...whole, ...rest } : whole;
  if (allOf) return schemaOf(allOf.reduce(joined, { type: 'object' }), root, depth);
  if (
    branches &&
    branches.some((/** @type {any} */ one) => one.type === 'null') &&
    branches.length === 2 &&
    branches.every((/** @type {any} */ one) => one.enum || one.type === 'null')
  )
    return { enum: [...branches.flatMap((/** @type {any} */ one) => one.enum ?? []), null], ...rest };
  if (Array.isArray(type)) return { anyOf: type.map((one) => ({ ...(rest.description && {}), type: one })), ...rest };
  if (Array.isArray(items) || prefixItems) delete rest.maxItems;
  const others = Array.isArray(items) ? additionalItems : items;
  const lists = Array.isArray(items) ? items : prefixItems;
  return {
    ...rest,
    ...(type !== undefined && { type }),
    ...(format !== undefined &&
      !/^(base64|includes|starts_with|ends_with|regex|cuid|nanoid|ulid)$/.test(format) && { format }),
    ...(Object.keys(properties ?? {}).length > 0 && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, schemaOf(inner, root, depth + 1)]),
      ),
    }),
    ...(required?.length > 0 && { required: [...required].sort() }),
    ...(typeof additionalProperties === 'object' &&
      Object.keys(additionalProperties).length > 0 && {
        additionalProperties: schemaOf(additionalProperties, root, depth + 1),
      }),
    ...(others && { items: schemaOf(others, root, depth + 1) }),
    ...(lists && { prefixItems: lists.map((/** @type {any} */ one) => schemaOf(one, root, depth + 1)) }),
    ...(branches && { anyOf: branches.map((/** @type {any} */ one) => schemaOf(one, root, depth + 1)) }),
  };
}

/** Joins the objects of an intersection. @param {any} one @param {any} other */
function joined(one, other) {
  return {
    type: 'object',
    properties: { ...one.properties, ...other.properties },
    required: [...(one.required ?? []), ...(other.required ?? [])],
  };
}

/** @param {any} value @returns {any} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .filter((name) => value[name] !== undefined)
      .map((name) => [name, sorted(value[name])]),
  );
}
