/**
 * Builds the request of one operation from its description and the values of a call.
 */
import { ToolError } from '@sigil/core';
import type { CallArguments, OperationDescription, ParameterDescription } from './description.js';
import { expandPairs, expandText, type StyledValue } from './expand-parameter.js';
import { percentEncoding, rawEncoding, reservedEncoding } from './percent-encoding.js';
import { itemsOf, membersOf, textOf } from './plain-value.js';
import { writeBody, writeContent, type WrittenBody } from './write-body.js';

/** A request before credentials are added. */
export interface BuiltRequest {
  readonly method: OperationDescription['method'];
  readonly url: URL;
  readonly headers: Headers;
  /** Pairs of the `Cookie` header. */
  readonly cookies: readonly string[];
  readonly body: WrittenBody['content'] | undefined;
}

/** Headers that describe the message or the connection, or are set from the configuration: OpenAPI ignores parameters of the first three. */
const reservedHeaders = new Set([
  'accept',
  'content-type',
  'authorization',
  'connection',
  'content-length',
  'host',
  'proxy-authorization',
  'transfer-encoding',
  'upgrade',
]);

/**
 * @throws ToolError if a required value is missing, or a value cannot be sent where the document wants it
 * @throws Error for a value that the operation has no place for
 */
export function buildRequest(baseUrl: URL, operation: OperationDescription, values: CallArguments): BuiltRequest {
  refuseUnknown(operation, values);
  const parameters = (operation.parameters ?? []).map((parameter) => ({
    ...parameter,
    value: readValue(parameter, values),
  }));
  const isSent = ({ value }: { readonly value: unknown }) => value !== undefined && value !== null;
  const pairs = parameters.filter((it) => it.in === 'query' && isSent(it)).flatMap((it) => queryPairs(it));
  const url = new URL(baseUrl);
  const [path, fixedQuery] = expandPath(operation.path, parameters, operation.method);
  url.pathname = url.pathname.replace(/\/$/, '') + path;
  url.search = [fixedQuery, ...pairs.map((pair) => pair.join('='))].filter(Boolean).join('&');

  const headers = new Headers();
  for (const parameter of parameters.filter((it) => it.in === 'header' && isSent(it))) {
    if (!reservedHeaders.has(parameter.name.toLowerCase())) headers.set(parameter.name, headerText(parameter));
  }
  const body = operation.body && writeBody(operation.body, values.body);
  if (body) headers.set('content-type', body.contentType);
  const cookies = parameters.filter((it) => it.in === 'cookie' && isSent(it)).flatMap(cookiePairs);
  return { method: operation.method, url, headers, cookies, body: body?.content };
}

type ParameterValue = ParameterDescription & { readonly value: unknown };

/** @throws Error for a value that the description has no place for: it would be lost, as after a rename that the caller missed */
function refuseUnknown({ method, path, parameters = [], body }: OperationDescription, values: CallArguments): void {
  for (const place of ['path', 'query', 'header', 'cookie'] as const) {
    for (const [name, value] of Object.entries(values[place] ?? {})) {
      const isKnown = parameters.some((parameter) => parameter.in === place && parameter.name === name);
      if (value !== undefined && !isKnown) throw new Error(`${method} ${path} has no ${place} parameter "${name}"`);
    }
  }
  if (values.body !== undefined && !body) throw new Error(`${method} ${path} has no body`);
}

function readValue({ in: place, name, required }: ParameterDescription, values: CallArguments): unknown {
  const group = values[place];
  const value = group && Object.hasOwn(group, name) ? group[name] : undefined;
  const isMissing = value === undefined || value === null;
  if (isMissing && (required || place === 'path')) throw new ToolError(`"${name}" is required`);
  return value;
}

function styled(parameter: ParameterValue): StyledValue {
  const isForm = parameter.in === 'query' || parameter.in === 'cookie';
  const style = parameter.style ?? (isForm ? 'form' : 'simple');
  const explode = parameter.explode ?? (style === 'form' || style === 'cookie');
  return { name: parameter.name, value: parameter.value, style, explode };
}

function contentText({ content, value }: ParameterValue): string | undefined {
  if (content === undefined) return undefined;
  const written = writeContent(content, value);
  return typeof written.content === 'string' ? written.content : textOf(value);
}

function queryPairs(parameter: ParameterValue): [string, string][] {
  const encoding = parameter.allowReserved ? reservedEncoding : percentEncoding;
  const text = contentText(parameter);
  if (text === undefined) return expandPairs(styled(parameter), encoding);
  return [[encoding.encodeName(parameter.name), encoding.encode(text)]];
}

/** @throws ToolError if the path would lead elsewhere: `.` and `..` are removed from every URL, even percent-encoded */
function expandPath(template: string, parameters: readonly ParameterValue[], method: string): [string, string] {
  const byName = new Map(parameters.filter((it) => it.in === 'path').map((it) => [it.name, it]));
  // A fragment, by which some documents distinguish operations, is never sent.
  const expanded = (template.split('#')[0] ?? '').replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const parameter = byName.get(name);
    if (!parameter) throw new Error(`the path ${template} has no parameter "${name}"`);
    return pathText(parameter, method);
  });
  // Values have no unencoded "?"; some documents write a fixed query into the path.
  const [path = '', ...queries] = expanded.split('?');
  if (path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) {
    throw new ToolError(`a part of the path ${template} would be "." or "..", which no URL can have`);
  }
  return [path, queries.join('?')];
}

/** An empty id would turn `DELETE /users/{id}` into `DELETE /users/`. Methods that only read may send it, as the style table has it. */
function pathText(parameter: ParameterValue, method: string): string {
  const { name, value } = parameter;
  const content = contentText(parameter);
  const text = content === undefined ? expandText(styled(parameter), percentEncoding) : percentEncoding.encode(content);
  const isEmptyList = itemsOf(value)?.length === 0 || membersOf(value)?.length === 0;
  if (isEmptyList || (text === '' && method !== 'GET' && method !== 'HEAD')) {
    throw new ToolError(`"${name}" must not be empty: it is a part of the path`);
  }
  return text;
}

/** Headers are never percent-encoded. Spec: OpenAPI 3.1.2 "Fixed Fields for use with schema" */
function headerText(parameter: ParameterValue): string {
  const text = contentText(parameter) ?? expandText(styled(parameter), rawEncoding);
  if (/[^\t\x20-\x7E\x80-\xFF]/.test(text)) {
    throw new ToolError(
      `"${parameter.name}" is sent in a header, which has no line breaks and no characters beyond Latin-1`,
    );
  }
  return text;
}

function cookiePairs(parameter: ParameterValue): string[] {
  const { style } = styled(parameter);
  const text = contentText(parameter);
  const isRaw = style === 'cookie' || (text !== undefined && !/json/i.test(parameter.content ?? ''));
  const encoding = isRaw ? rawEncoding : percentEncoding;
  const pairs =
    text === undefined ? expandPairs(styled(parameter), encoding) : [[parameter.name, encoding.encode(text)]];
  return pairs.map(([name, value]) => {
    if (isRaw && /[^\x20-\x3A\x3C-\x7E]/.test(`${name}${value}`)) {
      throw new ToolError(`"${parameter.name}" is sent in a cookie, which has no ";" and no characters beyond ASCII`);
    }
    return `${name}=${value}`;
  });
}
