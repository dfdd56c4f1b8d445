/**
 * Compares the arguments of a written plugin's tools with the parameters and bodies of its document, row by row.
 */
import { findDifference } from './find-difference.mjs';
import { requestSchema } from './request-schema.mjs';

/** @typedef {import('../documents/document.mjs').Json} Json */
/** @typedef {import('../documents/document.mjs').OpenApiDocument} OpenApiDocument */
/** @typedef {import('../documents/document.mjs').DocumentOperation} DocumentOperation */

/**
 * @typedef {object} ImportRecord `import.json`, as far as the judge reads it
 * @property {{ method: string, path: string, tool: string, parameters: { in: string, name: string, argument?: string, configuration?: string, constant?: unknown }[], body?: { mediaType: string, argument?: string, members?: Record<string, string> } }[]} operations
 * @property {{ pointer: string, code: string, message: string }[]} notices
 */

/** @typedef {'agrees' | 'noticed' | 'silent'} RowState */

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {RowState} state
 * @property {string} [detail]
 */

/** @param {OpenApiDocument} document @param {ImportRecord} record @param {Json[]} tools of the manifest @returns {Row[]} */
export function compareImport(document, record, tools) {
  const byName = new Map(tools.map((tool) => [tool['name'], tool]));
  const entries = new Map(record.operations.map((it) => [`${it.method.toUpperCase()} ${it.path}`, it]));
  return document.operations().flatMap((operation) => {
    const name = `${operation.method} ${operation.path}`;
    const entry = entries.get(name);
    const isNoticed = (/** @type {readonly string[]} */ pointers) => hasNotice(record, [...pointers], operation);
    if (!entry) {
      return [
        {
          name,
          state: isNoticed([]) ? /** @type {const} */ ('noticed') : /** @type {const} */ ('silent'),
          detail: 'the operation is left out',
        },
      ];
    }
    const tool = byName.get(entry.tool);
    if (!tool) return [{ name, state: /** @type {const} */ ('silent'), detail: `there is no tool "${entry.tool}"` }];
    const imported = { operation, entry, tool, isNoticed };
    return [...compareParameters(document, imported), ...compareBody(document, imported)];
  });
}

/**
 * @typedef {object} ImportedOperation
 * @property {DocumentOperation} operation
 * @property {ImportRecord['operations'][number]} entry
 * @property {Json} tool
 * @property {(pointers: readonly string[]) => boolean} isNoticed whether a notice is about one of these places
 */

/** @param {OpenApiDocument} document @param {ImportedOperation} imported @returns {Row[]} */
function compareParameters(document, { operation, entry, tool, isNoticed }) {
  return operation.parameters.map((parameter) => {
    const name = `${operation.method} ${operation.path} ${parameter.in} ${parameter.name}`;
    const { schema, pointers, untested } = requestSchema(document, parameter.schema);
    const places = [...parameter.pointers, ...pointers];
    const mapped = entry.parameters.find((it) => it.in === parameter.in && it.name === parameter.name);
    const differs = (/** @type {string} */ detail) => ({ name, detail, state: stateOf(isNoticed(places)) });
    if (!mapped) return differs('the parameter is left out');
    if (mapped.argument === undefined) return { name, state: /** @type {const} */ ('agrees') };
    const argument = tool['inputSchema'].properties?.[mapped.argument];
    if (argument === undefined) return differs(`there is no argument "${mapped.argument}"`);
    const isRequired = (tool['inputSchema'].required ?? []).includes(mapped.argument);
    const hasDefault = document.resolve(parameter.schema)?.default !== undefined || argument.default !== undefined;
    if (isRequired !== parameter.required && !(hasDefault && parameter.required)) {
      return differs(parameter.required ? 'the argument is optional' : 'the argument is required');
    }
    const { difference } = findDifference(schema, withDefinitions(argument, tool));
    if (!difference && untested.length > 0) return differs(describeUntested(untested));
    return difference ? differs(describe(difference)) : { name, state: /** @type {const} */ ('agrees') };
  });
}

/** @param {OpenApiDocument} document @param {ImportedOperation} imported @returns {Row[]} */
function compareBody(document, { operation, entry, tool, isNoticed }) {
  const { body } = operation;
  const { body: mapped } = entry;
  if (!body || Object.keys(body.content).length === 0) return [];
  const name = `${operation.method} ${operation.path} body`;
  const [only] = Object.keys(body.content);
  const mediaType = mapped?.mediaType ?? only ?? '';
  // A range is sent as one of its types.
  const key = Object.hasOwn(body.content, mediaType)
    ? mediaType
    : Object.keys(body.content).find((it) => it.includes('*') || it.startsWith(mediaType));
  const description = key === undefined ? undefined : body.content[key];
  const { schema, pointers, untested } = requestSchema(document, description?.schema ?? {});
  const differs = (/** @type {string} */ detail) => ({
    name,
    detail,
    state: stateOf(isNoticed([...body.pointers, ...pointers])),
  });
  // An optional body that may have no member says nothing.
  const isEmpty = !body.required && schema?.type === 'object' && Object.keys(schema.properties ?? {}).length === 0;
  if (!mapped && isEmpty) return [{ name, state: /** @type {const} */ ('agrees') }];
  if (!mapped) return [differs('the body is left out')];
  if (!description) return [differs(`the document has no body of the type ${mediaType}`)];
  const { properties = {}, required = [] } = tool['inputSchema'];
  if (mapped.argument !== undefined) {
    const argument = properties[mapped.argument];
    if (argument === undefined) return [differs(`there is no argument "${mapped.argument}"`)];
    if (required.includes(mapped.argument) !== body.required)
      return [differs(body.required ? 'the argument is optional' : 'the argument is required')];
    const { difference } = findDifference(schema, withDefinitions(argument, tool));
    if (!difference && untested.length > 0) return [differs(describeUntested(untested))];
    return [difference ? differs(describe(difference)) : { name, state: /** @type {const} */ ('agrees') }];
  }
  const members = Object.entries(mapped.members ?? {});
  const missing = members.find(([, argument]) => properties[argument] === undefined);
  if (missing) return [differs(`there is no argument "${missing[1]}"`)];
  const object = {
    type: 'object',
    properties: Object.fromEntries(members.map(([member, argument]) => [member, properties[argument]])),
    required: members.filter(([, argument]) => required.includes(argument)).map(([member]) => member),
    additionalProperties: false,
  };
  if (!body.required && object.required.length > 0)
    return [differs('the body is optional, and its arguments are required')];
  const { difference } = findDifference(schema, withDefinitions(object, tool));
  if (!difference && untested.length > 0) return [differs(describeUntested(untested))];
  return [difference ? differs(describe(difference)) : { name, state: /** @type {const} */ ('agrees') }];
}

/** A schema with the definitions that it refers to, and no others: tools of one plugin share hundreds. @param {Json | boolean} schema @param {Json} tool @returns {Json} */
function withDefinitions(schema, tool) {
  const whole = typeof schema === 'object' ? schema : schema ? {} : { not: {} };
  const all = tool['inputSchema'].$defs ?? {};
  const found = new Set(referencesIn(whole));
  // A set that grows is walked to its end.
  for (const name of found) for (const inner of referencesIn(all[name])) found.add(inner);
  return { ...whole, $defs: Object.fromEntries([...found].map((name) => [name, all[name]])) };
}

/** @param {unknown} value @returns {string[]} */
function referencesIn(value) {
  const references = JSON.stringify(value ?? {}).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g);
  return [...references].map(([, name = '']) => name);
}

/** Notices that explain no difference of what is accepted. */
const otherCodes = new Set([
  'bytes-as-text',
  'closed-objects',
  'media-type-left-out',
  'name-changed',
  'text-shortened',
  'webhooks-left-out',
]);

/** A notice counts for its own place, for parts of it, and for what refers to it. @param {ImportRecord} record @param {readonly string[]} places @param {DocumentOperation} operation */
function hasNotice({ notices }, places, operation) {
  const counted = notices.filter(({ code, pointer }) => !otherCodes.has(code) && pointer.split('/').length > 2);
  return counted.some(
    ({ pointer }) =>
      pointer === operation.pointer ||
      places.some((place) => pointer === place || pointer.startsWith(`${place}/`) || place.startsWith(`${pointer}/`)),
  );
}

/** @param {boolean} isNoticed @returns {RowState} */
function stateOf(isNoticed) {
  return isNoticed ? 'noticed' : 'silent';
}

/** @param {readonly string[]} patterns */
function describeUntested(patterns) {
  return `searching may have no end: ${patterns.join(', ').slice(0, 200)}`;
}

/** @param {import('./find-difference.mjs').Difference} difference */
function describe({ kind, value, reason }) {
  return (
    reason ??
    `a value that the document ${kind === 'refused' ? 'accepts' : 'refuses'} is ${kind}: ${JSON.stringify(value)?.slice(0, 300)}`
  );
}
