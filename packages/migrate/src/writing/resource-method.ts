/**
 * Writes a resource or a template as a method, with the method that lists its instances.
 */
import { Node } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import type { ResourceComponent } from '../model.js';
import { quoted } from '../schemas/tags.js';
import { resolve } from '../source/static-value.js';
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
    others.push(writeList(writing, resource, list));
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

/** Writes the method that lists instances; the old callback gets its context if it takes one. */
function writeList(writing: ClassWriting, { list, listDefaults }: ResourceComponent, method: string): string {
  const defaults = listDefaults === undefined ? '{ ...one }' : `{ ...${listDefaults}, ...one }`;
  const text = list?.getText() ?? '';
  const isName = list !== undefined && Node.isIdentifier(list);
  const fn = list && resolve(list);
  const takesContext = isWritten(fn) && fn.getParameters().length > 0;
  if (takesContext) {
    writing.core.add('Context');
    writing.helpers.add('extraOf');
  }
  const given = takesContext ? 'extraOf(context) as any' : '';
  const type = takesContext ? ': (extra: any) => { resources: any[] } | Promise<{ resources: any[] }>' : '';
  return `  async ${method}(${takesContext ? 'context: Context' : ''}): Promise<{ uri: string; name: string; title?: string; description?: string; mimeType?: string; size?: number }[]> {
${isName ? '' : `    const list${type} = ${text};\n`}    const { resources } = await ${isName ? text : 'list'}(${given});
    return resources.map((one) => (${defaults}));
  }
`;
}
