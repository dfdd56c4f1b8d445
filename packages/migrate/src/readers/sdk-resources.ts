/**
 * Reads the resources and templates that a server of the official SDK registers.
 */
import { type CallExpression, Node } from 'ts-morph';
import type { Completion, ResourceComponent } from '../model.js';
import { type CallReading, handlerIn, isPresent, requireName } from './call-reading.js';
import { checkUri } from './resource-uris.js';
import { jsonOf, memberOf, nameOf, resolve, textOf } from '../source/static-value.js';
import { Untranslated } from '../untranslated.js';

/** `server.resource(name, uri | template, metadata?, handler)` and `registerResource`. */
export function readResource(reading: CallReading, call: CallExpression, given: readonly Node[]): ResourceComponent {
  const name = requireName(call, given[0], 'resource');
  const target = given[1] && resolve(given[1]);
  const metadataNode = given.length > 3 ? given[2] : undefined;
  const metadata = metadataNode ? jsonOf(metadataNode) : {};
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw new Untranslated(call, 'resource', 'the metadata depends on a run of the old server');
  const template = target && Node.isNewExpression(target) ? target : undefined;
  const uri = template ? uriOfTemplate(template.getArguments()[0]) : textOf(given[1]);
  if (uri === undefined) throw new Untranslated(call, 'resource', 'the URI depends on a run of the old server');
  checkUri(call, uri);
  if (uri.includes('{+'))
    reading.note(
      call,
      'ResourceTemplate',
      'an encoded slash in a variable of several segments is passed on as a slash',
      name,
    );
  const callbacks = template?.getArguments()[1] && resolve(template.getArguments()[1] ?? template);
  const list = callbacks && Node.isObjectLiteralExpression(callbacks) ? memberOf(callbacks, 'list') : undefined;
  const complete = callbacks && Node.isObjectLiteralExpression(callbacks) ? memberOf(callbacks, 'complete') : undefined;
  const { title, description, mimeType, annotations, _meta, icons, size, ...others } = metadata;
  for (const other of Object.keys(others))
    reading.warn(metadataNode ?? call, other, `the member ${other} of the metadata is not listed`, name);
  if (_meta !== undefined) reading.warn(metadataNode ?? call, '_meta', '`_meta` of a resource is not listed', name);
  if (typeof mimeType !== 'string')
    reading.warn(
      call,
      'mimeType',
      'the list names a media type, application/octet-stream, where the old server named none: declare `mimeType`',
      name,
    );
  const options = Object.entries({ annotations, icons, size }).flatMap(
    ([option, value]): (readonly [string, string])[] => (value === undefined ? [] : [[option, JSON.stringify(value)]]),
  );
  const listed = list && isPresent(list) && Node.isExpression(list) ? list : undefined;
  if (listed) reportInstances(reading, listed, { name, metadata });
  const inherited = Object.fromEntries(
    Object.entries({ title, description, mimeType, size }).filter(([, value]) => value !== undefined),
  );
  return {
    kind: 'resource',
    dialect: 'sdk',
    name,
    uri,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(typeof mimeType === 'string' && { mimeType }),
    options,
    completions: completionsOf(complete),
    ...(listed && {
      list: listed,
      ...(Object.keys(inherited).length > 0 && { listDefaults: JSON.stringify(inherited) }),
    }),
    handler: handlerIn(call, given.at(-1), 'resource'),
    at: call,
  };
}

/** Instances have names, texts, media types and sizes alone; the old server listed each with all metadata of its template. */
function reportInstances(
  reading: CallReading,
  list: Node,
  { name, metadata }: { readonly name: string; readonly metadata: object },
): void {
  const text = resolve(list).getText();
  for (const member of ['annotations', 'icons', '_meta'])
    if (member in metadata || new RegExp(`\\b${member}\\b`).test(text))
      reading.warn(list, 'list', `${member} of the instances that it lists are not sent`, name);
}

function uriOfTemplate(node: Node | undefined): string | undefined {
  const value = node && resolve(node);
  return Node.isNewExpression(value) ? textOf(value.getArguments()[0]) : textOf(node);
}

function completionsOf(node: Node | undefined): readonly Completion[] {
  const object = node && resolve(node);
  if (!object || !Node.isObjectLiteralExpression(object)) return [];
  return object.getProperties().flatMap((property) => {
    const argument = nameOf(property);
    const callback = argument === undefined ? undefined : memberOf(object, argument);
    return argument !== undefined && callback && Node.isExpression(callback) ? [{ argument, callback }] : [];
  });
}
