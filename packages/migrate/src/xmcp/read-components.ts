/**
 * Reads the component of one file of xmcp.
 */
import { Node } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import type { Component, PromptComponent, Relay, ResourceComponent, ToolComponent } from '../model.js';
import { type CallReading, readOptions, requireName, texts } from '../readers/call-reading.js';
import { checkUri } from '../readers/resource-uris.js';
import { readInput, readOutput } from '../readers/schema-arguments.js';
import { readPromptInput } from '../readers/sdk-prompts.js';
import { objectOf } from '../schemas/shape.js';
import { importedName, importOf } from '../source/imports.js';
import { jsonOf, memberOf, resolve, type StaticValue, textOf } from '../source/static-value.js';
import { Untranslated } from '../untranslated.js';
import { type ComponentFile, exportedValue, handlerIn } from './component-files.js';

/** Reads the component. `isCalled` is true if other code calls its handler, which then stays. @throws Untranslated */
export function readComponentFile(reading: CallReading, component: ComponentFile, isCalled: boolean): Component {
  const { kind, file } = component;
  if (file.getExtension() === '.tsx')
    throw new Untranslated(file, 'tsx', 'a tool with a React component is an MCP App: write its page by hand');
  const found = handlerIn(file);
  const fn = found && (isWritten(found.handler) ? found.handler : resolve(found.handler));
  if (!found || !isWritten(fn))
    throw new Untranslated(found?.at ?? file, 'export default', 'the default export is no function of this folder');
  requireNoRuntime(fn);
  const metadata = exportedValue(file, 'metadata');
  const held = metadata && resolve(metadata);
  if (held && !Node.isObjectLiteralExpression(held))
    throw new Untranslated(held, 'metadata', 'the metadata depends on a run of the old server');
  const part = (name: string): Node | undefined => held && memberOf(held, name);
  const named = part('name');
  const name = named ? requireName(found.at, named, 'metadata') : component.name;
  const called = Node.isFunctionDeclaration(fn) ? (fn.getName() ?? '') : '';
  const relay: Relay = {
    fn,
    usesContext: fn.getParameters().length > 1,
    call: (args, context) => `${called}(${[args, ...(context === undefined ? [] : [context])].join(', ')})`,
  };
  const base: Base = {
    dialect: 'xmcp',
    name,
    ...(part('description') === undefined && { description: 'No description provided' }),
    ...texts(reading, found.at, { description: part('description') }, name),
    handler: isCalled && called !== '' ? relay : found.handler,
    at: found.at,
  };
  if (kind === 'tool') return readTool(reading, component, base, part);
  return kind === 'prompt' ? readPrompt(reading, component, base, part) : readResource(reading, component, base, part);
}

type Base = Pick<ToolComponent, 'name' | 'description' | 'handler' | 'at'> & { readonly dialect: 'xmcp' };
type Part = (name: string) => Node | undefined;

const runtimeNames = new Set([
  'headers',
  'inputRequired',
  'inputResponse',
  'acceptedContent',
  'createRequestStateCodec',
]);

/** Handlers that ask xmcp's runtime for the request have no equivalent. */
function requireNoRuntime(fn: Node): void {
  for (const node of fn.getDescendants()) {
    if (!Node.isIdentifier(node) || !runtimeNames.has(importedName(node))) continue;
    if (/^xmcp(\/|$)/.test(importOf(node) ?? ''))
      throw new Untranslated(
        node,
        importedName(node),
        `the handler uses ${importedName(node)} of xmcp, which has no equivalent here`,
      );
  }
}

function readTool(reading: CallReading, { file, name: given }: ComponentFile, base: Base, part: Part): ToolComponent {
  const { name } = base;
  const annotations = part('annotations');
  const meta = part('_meta');
  if (meta && memberOf(resolve(meta), 'ui'))
    throw new Untranslated(meta, '_meta.ui', 'a tool with a widget is an MCP App: write its page by hand');
  const title = annotations && textOf(memberOf(resolve(annotations), 'title'));
  const output = exportedValue(file, 'outputSchema');
  const value = meta && jsonOf(meta);
  return {
    ...base,
    kind: 'tool',
    title: title ?? name ?? given,
    options: [...readOptions(reading, base.at, { annotations }, name), ...readMeta(reading, meta, value, name)],
    ...readInput(reading, base.at, exportedValue(file, 'schema'), { name, text: 'schema' }),
    ...(output && { output: readOutput(reading, output, name) }),
  };
}

/** xmcp lists nested members of `_meta` as paths. */
function readMeta(
  reading: CallReading,
  node: Node | undefined,
  value: StaticValue | undefined,
  name: string,
): readonly (readonly [string, string])[] {
  if (!node) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    reading.warn(node, '_meta', 'the value depends on a run of the old server, and is left out', name);
    return [];
  }
  return [['meta', JSON.stringify(Object.fromEntries(pathsOf(value, '')))]];
}

function pathsOf(value: { [name: string]: StaticValue }, prefix: string): (readonly [string, StaticValue])[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? pathsOf(inner, `${prefix}${name}/`)
      : [[`${prefix}${name}`, inner] as const],
  );
}

function readPrompt(
  reading: CallReading,
  { file, name: given }: ComponentFile,
  base: Base,
  part: Part,
): PromptComponent {
  const role = textOf(part('role')) ?? 'assistant';
  if (role !== 'user' && role !== 'assistant')
    throw new Untranslated(base.at, 'role', `a message has the role of a user or an assistant, not ${role}`);
  return {
    ...base,
    kind: 'prompt',
    title: textOf(part('title')) ?? given,
    options: [],
    role,
    ...readPromptInput(reading, base.at, exportedValue(file, 'schema'), base.name),
  };
}

function readResource(reading: CallReading, component: ComponentFile, base: Base, part: Part): ResourceComponent {
  const { file, path } = component;
  const [mimeType, title, meta, size] = [textOf(part('mimeType')), textOf(part('title')), part('_meta'), part('size')];
  const uri = uriOf(path, mimeType);
  if (uri === undefined)
    throw new Untranslated(
      base.at,
      'path',
      `${path} has no folder (scheme), or ends with a variable: the old server skipped it`,
    );
  checkUri(base.at, uri);
  if (meta) reading.warn(meta, '_meta', '`_meta` of a resource is not listed', base.name);
  if (mimeType === undefined)
    reading.warn(
      base.at,
      'mimeType',
      'the list names a media type, application/octet-stream, where the old server named none: declare `mimeType`',
      base.name,
    );
  const { input, oldSchema } = readInput(reading, base.at, exportedValue(file, 'schema'), {
    name: base.name,
    text: 'schema',
  });
  const members = (input && objectOf(input)?.members) ?? [];
  const isPlain = members.every(
    ({ shape: { form, docs } }) => form.kind === 'text' && form.type === 'string' && docs.tags.length === 0,
  );
  const isTemplate = uri.includes('{');
  return {
    ...base,
    kind: 'resource',
    uri,
    ...(title !== undefined && { title }),
    ...(mimeType !== undefined && { mimeType }),
    ...(isTemplate && (!isPlain || oldSchema !== undefined) && { oldSchema: oldSchema ?? 'z.object(schema)' }),
    options: size ? [['size', size.getText()]] : [],
    completions: [],
  };
}

/** The URI that xmcp makes of a path: `(users)/[id]/profile.ts` is `users://{id}/profile`. */
function uriOf(path: string, mimeType: string | undefined): string | undefined {
  const parts = path.replace(/\.[^/.]+$/, '').split('/');
  const first = parts.findIndex((part) => /^\(.+\)$/.test(part));
  const last = parts.at(-1) ?? '';
  if (first < 0 || /^\[.+\]$/.test(last)) return undefined;
  const scheme = (parts[first] ?? '').slice(1, -1);
  const rest = parts.slice(first + 1, last === 'index' ? -1 : undefined);
  const uri = `${scheme}://${rest.map((part) => part.replace(/^\[(.+)\]$/, '{$1}')).join('/')}`;
  return mimeType?.includes('html') === true && !uri.endsWith('.html') ? `${uri}.html` : uri;
}
