/**
 * Calls every tool of a built plugin against a mock API, and checks each request that arrives by the document.
 */
import { hostPlugin } from '@sigil/plugin-host';
import { requestSchema } from '../compare/request-schema.mjs';
import { sampleValues } from '../compare/sample-values.mjs';
import { compileSchema } from '../compare/find-difference.mjs';
import { checkCredentials, checkRequest } from '../requests/check-request.mjs';
import { openMockApi } from '../requests/mock-api.mjs';

/** @typedef {import('../compare/compare-import.mjs').ImportRecord} ImportRecord */
/** @typedef {import('../documents/document.mjs').DocumentOperation} DocumentOperation */
/** @typedef {import('../documents/document.mjs').Json} Json */
/** @typedef {import('../documents/document.mjs').OpenApiDocument} OpenApiDocument */

/**
 * @typedef {object} CallReport
 * @property {number} calls that were made
 * @property {string[]} uncalled tools without arguments that both sides accept
 * @property {string[]} problems of requests
 * @property {string[]} rejected answers that the tool did not return, though only their content was wrong
 */

/** The tools use no more of a context. @type {import('@sigil/core').Context} */
const context = Object.assign(Object.create(null), {
  signal: new AbortController().signal,
  reportProgress: () => Promise.resolve(),
});

/** @param {string} folder @param {OpenApiDocument} document @param {ImportRecord} record @param {Json[]} tools of the manifest @returns {Promise<CallReport>} */
export async function callTools(folder, document, record, tools) {
  const api = await openMockApi();
  const configuration = { baseUrl: api.url, ...configurationOf(document, record) };
  const hosted = await hostPlugin(folder, {
    link: 'inline',
    activation: 'onStart',
    policy: 'required',
    openTimeoutMs: 60_000,
    configuration,
  });
  try {
    if (hosted.status.state === 'failed') throw hosted.status.error;
    const operations = new Map(document.operations().map((it) => [`${it.method} ${it.path}`, it]));
    const caller = new ToolCaller(hosted, api, document);
    for (const entry of record.operations) {
      const operation = operations.get(`${entry.method.toUpperCase()} ${entry.path}`);
      const tool = tools.find(({ name }) => name === entry.tool);
      if (operation && tool) await caller.call({ operation, entry, tool });
    }
    return caller.report;
  } finally {
    await hosted.close();
    await api.close();
  }
}

/**
 * @typedef {object} ImportedTool
 * @property {DocumentOperation} operation
 * @property {ImportRecord['operations'][number]} entry
 * @property {Json} tool
 */

/** Calls the tools of one plugin, and checks what arrives at its API. */
class ToolCaller {
  /** @type {CallReport} */
  report = { calls: 0, uncalled: [], problems: [], rejected: [] };
  #hosted;
  #api;
  #document;

  /**
   * @param {import('@sigil/plugin-host').HostedPlugin} hosted
   * @param {import('../requests/mock-api.mjs').MockApi} api
   * @param {OpenApiDocument} document
   */
  constructor(hosted, api, document) {
    this.#hosted = hosted;
    this.#api = api;
    this.#document = document;
  }

  /** @param {ImportedTool} imported */
  async call(imported) {
    const { operation, entry, tool } = imported;
    const isAccepted = compileSchema(tool['inputSchema']);
    const candidates = [true, false].map((isWhole) => buildArguments(this.#document, imported, { isWhole }));
    const usable = candidates.filter((it) => isAccepted(it.args));
    const answers = [{ status: 200, contentType: 'application/json', body: '{}' }, { status: 204 }];
    if (usable.length === 0) this.report.uncalled.push(entry.tool);
    const text = (/** @type {string} */ problem) => `${entry.tool}: ${problem}`;
    for (const [index, { args, meant }] of usable.entries()) {
      this.report.calls += 1;
      // Any tool may get no content, whatever its document promises.
      this.#api.answerWith(answers[index % answers.length] ?? { status: 204 });
      const answer = await callHosted(this.#hosted, entry.tool, args);
      const [request, ...others] = this.#api.takeRequests();
      if (!request) this.report.problems.push(text(`nothing was sent: ${answer.slice(0, 300)}`));
      else
        for (const problem of [
          ...checkRequest(this.#document, operation, request, meant),
          ...checkCredentials(this.#document, operation, request),
        ])
          this.report.problems.push(text(problem));
      if (others.length > 0) this.report.problems.push(text('several requests were sent'));
      if (request && answer.startsWith('error')) this.report.rejected.push(text(answer.slice(0, 300)));
    }
  }
}

/** @param {import('@sigil/plugin-host').HostedPlugin} hosted @param {string} name @param {Json} args @returns {Promise<string>} */
async function callHosted(hosted, name, args) {
  const hold = hosted.hold();
  try {
    const answer = await hosted.current().findTool(name)?.run(args, context);
    if (answer?.kind !== 'result') return `error: ${JSON.stringify(answer)}`;
    return `${answer.isError ? 'error' : 'result'}: ${JSON.stringify(answer.content)}`;
  } catch (error) {
    return `error: ${error instanceof Error ? error.message : error}`;
  } finally {
    hold.release();
  }
}

/** @param {OpenApiDocument} document @param {ImportedTool} imported @param {{ isWhole: boolean }} choice `isWhole` with optional arguments */
function buildArguments(document, { operation, entry, tool }, { isWhole }) {
  /** @type {Json} */
  const args = {};
  /** @type {Json} */
  const meant = {};
  const { properties = {}, $defs = {} } = tool['inputSchema'];
  for (const mapped of entry.parameters) {
    const parameter = operation.parameters.find((it) => it.in === mapped.in && it.name === mapped.name);
    if (!parameter) continue;
    const group = (meant[mapped.in] ??= {});
    if (mapped.constant !== undefined) group[mapped.name] = mapped.constant;
    if (mapped.configuration !== undefined) group[mapped.name] = configuredText;
    // A default may be sent or left to the API, so such arguments are always given.
    const isGiven = isWhole || parameter.required || properties[mapped.argument ?? '']?.default !== undefined;
    if (mapped.argument === undefined || !isGiven) continue;
    const value = commonValue(requestSchema(document, parameter.schema).schema, {
      ...properties[mapped.argument],
      $defs,
    });
    if (value === undefined) continue;
    args[mapped.argument] = value;
    group[mapped.name] = withBytes(value, properties[mapped.argument], $defs);
  }
  const hasDefaults = Object.values(entry.body?.members ?? {}).some((it) => properties[it]?.default !== undefined);
  const body = isWhole || operation.body?.required || hasDefaults ? entry.body : undefined;
  const description =
    body && (operation.body?.content[body.mediaType] ?? Object.values(operation.body?.content ?? {})[0]);
  if (body && description) {
    const { schema } = requestSchema(document, description.schema ?? {});
    const { value, args: ofBody } = buildBody(schema, body, { properties, $defs });
    Object.assign(args, ofBody);
    meant['body'] = {
      mediaType: operation.body?.content[body.mediaType]
        ? body.mediaType
        : Object.keys(operation.body?.content ?? {})[0],
      value,
    };
  }
  return { args, meant };
}

/**
 * @param {Json} schema of the document
 * @param {NonNullable<ImportRecord['operations'][number]['body']>} body
 * @param {Pick<Json, 'properties' | '$defs'>} input the schemas of the tool's arguments
 * @returns {{ value: unknown, args: Json }} the body that is meant, and the arguments for it
 */
function buildBody(schema, body, { properties, $defs }) {
  if (body.argument !== undefined) {
    const value = commonValue(schema, { ...properties[body.argument], $defs });
    const args = value === undefined ? {} : { [body.argument]: value };
    return { value: withBytes(value, properties[body.argument], $defs), args };
  }
  const members = Object.entries(body.members ?? {});
  const object = {
    type: 'object',
    properties: Object.fromEntries(members.map(([member, argument]) => [member, properties[argument] ?? {}])),
    additionalProperties: false,
    $defs,
  };
  const value = commonValue(schema, object);
  if (value === null || typeof value !== 'object') return { value: undefined, args: {} };
  for (const [member, argument] of members) {
    const { default: usual } = properties[argument] ?? {};
    if (usual !== undefined && value[member] === undefined) value[member] = usual;
  }
  const given = members.filter(([member]) => Object.hasOwn(value, member));
  const args = Object.fromEntries(given.map(([member, argument]) => [argument, value[member]]));
  return { value: withBytes(value, object, $defs), args };
}

/** @param {Json} first @param {Json} second @returns {any} the first value that both accept */
function commonValue(first, second) {
  const [isFirst, isSecond] = [compileSchema(first), compileSchema(second)];
  const isUseful = (/** @type {unknown} */ value) =>
    value !== null && JSON.stringify(value) !== '[]' && JSON.stringify(value) !== '{}' && value !== '';
  const fitting = [...sampleValues(second, { hasUnexpected: false }), ...sampleValues(first)].filter(
    (value) => isFirst(value) && isSecond(value),
  );
  return fitting.find(isUseful) ?? fitting[0];
}

/** Reads the bytes that an argument has as base64. @param {any} value @param {any} schema @param {Json} $defs @returns {any} */
function withBytes(value, schema, $defs) {
  const found = typeof schema?.$ref === 'string' ? $defs[schema.$ref.replace('#/$defs/', '')] : schema;
  const schemas = [found, ...(found?.anyOf ?? []), ...(found?.oneOf ?? [])].filter(
    (it) => it && typeof it === 'object',
  );
  if (typeof value === 'string')
    return schemas.some((it) => it.contentEncoding === 'base64') ? new Uint8Array(Buffer.from(value, 'base64')) : value;
  if (Array.isArray(value)) return value.map((it) => withBytes(it, schemas.find(({ items }) => items)?.items, $defs));
  if (value === null || typeof value !== 'object') return value;
  const propertyOf = (/** @type {string} */ name) =>
    schemas.find(({ properties }) => properties?.[name])?.properties[name];
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, withBytes(it, propertyOf(name), $defs)]));
}

const configuredText = 'configured';

/** @param {OpenApiDocument} document @param {ImportRecord} record @returns {Json} */
function configurationOf(document, record) {
  const { root } = document;
  const schemes = Object.entries(root['components']?.securitySchemes ?? root['securityDefinitions'] ?? {});
  const credentials = schemes.flatMap(([name, found]) => {
    const scheme = document.resolve(found) ?? {};
    if (scheme.type === 'mutualTLS') return [];
    const isBasic = scheme.type === 'basic' || (scheme.type === 'http' && /^basic$/i.test(scheme.scheme));
    return [[name, isBasic ? { username: 'user', password: 'secret' } : `secret-of-${name.replaceAll(/[^\w-]/g, '')}`]];
  });
  // A parameter that carries a credential is configured as one.
  const configured = record.operations.flatMap(({ parameters }) => parameters.flatMap((it) => it.configuration ?? []));
  const all = [...credentials, ...configured.map((name) => [name, configuredText])];
  return all.length > 0 ? { credentials: Object.fromEntries(all) } : {};
}
