/**
 * Writes a resource or a template as a method, with the method that lists its instances.
 */
import type { ResourceComponent } from '../model.js';
import { quoted } from '../schemas/tags.js';
import type { ClassWriting } from './class-writing.js';
import { writeCompletion } from './completion-method.js';
import { readContext } from './handler-context.js';
import { writeHandlerResource } from './handler-resource.js';
import { handlerOf, indented } from './handler-text.js';
import { described, methodName, optionsText } from './method-heads.js';
import { writeNestResource } from './nest-resource.js';
import { writeXmcpResource } from './xmcp-resource.js';
import { templateValues } from './template-values.js';

/** Writes a resource. @throws Untranslated */
export function writeResource(writing: ClassWriting, resource: ResourceComponent): string {
  const { fn, isInline } = handlerOf(resource);
  const method = methodName(writing, resource.method ?? resource.name);
  const { comment, options } = described(resource, method);
  const values = templateValues(resource.uri);
  const contextIndex =
    resource.dialect === 'fastmcp' ? 99 : resource.dialect === 'xmcp' ? 1 : values.variables.length > 0 ? 2 : 1;
  const parameter = resource.parameters ? resource.parameters.context : fn?.getParameters()[contextIndex];
  const read = readContext(writing, resource, { fn, isInline, method, contextIndex, parameter });
  const isNest = resource.dialect === 'nest';
  const context = isNest ? read : { ...read, before: [...(resource.lead ?? []), ...read.before] };
  const extra: (readonly [string, string])[] =
    resource.mimeType === undefined ? [] : [['mimeType', quoted(resource.mimeType)]];
  const others: string[] = [];
  if (resource.list) {
    const list = methodName(writing, `list ${resource.name}`);
    extra.push(['list', quoted(list)]);
    others.push(writeList(resource, list));
  }
  writing.core.add('Resource').add('ResourceContents');
  if (values.query.length > 0) writing.helpers.add('withQuery');
  const write =
    resource.dialect === 'nest'
      ? writeNestResource
      : resource.dialect === 'xmcp'
        ? writeXmcpResource
        : writeHandlerResource;
  const { body, isAsync } = write(writing, resource, values, context);
  const parameters = [
    ...values.variables.map((name) => `${name}: string`),
    ...context.parameters,
    ...values.query.map((name) => `${name}?: string`),
  ];
  const decorator = `  @Resource(${quoted(resource.uri)}${options.length + extra.length > 0 ? `, ${optionsText([...options, ...extra])}` : ''})\n`;
  const main = `${comment}${decorator}  ${isAsync ? 'async ' : ''}${method}(${parameters.join(', ')}): ${isAsync ? 'Promise<ResourceContents[]>' : 'ResourceContents[]'} {\n${indented(body)}  }\n`;
  const completions = resource.completions.map((completion) => writeCompletion(writing, resource.uri, completion));
  return [main, ...others, ...completions].join('\n');
}

function writeList({ list, listDefaults }: ResourceComponent, method: string): string {
  const defaults = listDefaults === undefined ? '{ ...one }' : `{ ...${listDefaults}, ...one }`;
  return `  async ${method}(): Promise<{ uri: string; name: string; title?: string; description?: string; mimeType?: string }[]> {
    const list = ${list?.getText() ?? ''};
    const { resources } = await list();
    return resources.map((one) => (${defaults}));
  }
`;
}
