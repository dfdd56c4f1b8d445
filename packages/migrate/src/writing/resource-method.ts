/**
 * Writes a resource or a template as a method, with the method that lists its instances.
 */
import { Node, SyntaxKind } from 'ts-morph';
import type { Written } from '../handlers/returns.js';
import { isRelay, type ResourceComponent } from '../model.js';
import { quoted } from '../schemas/tags.js';
import { editedText, replaceNode, type TextEdit } from '../source/text-edits.js';
import type { ClassWriting } from './class-writing.js';
import { writeCompletion } from './completion-method.js';
import { readContext } from './handler-context.js';
import { bodyText, calledText, handlerOf, indented, onlyMember } from './handler-text.js';
import { described, methodName, optionsText } from './method-heads.js';

const uriVariable = /\{(\+?)([\w]+)\}/g;

/** Writes a resource. @throws Untranslated */
export function writeResource(writing: ClassWriting, resource: ResourceComponent): string {
  const { fn, isInline } = handlerOf(resource);
  const method = methodName(writing, resource.name);
  const { comment, options } = described(resource, method);
  const variables = [...resource.uri.matchAll(uriVariable)].map(([, plus, name]) => ({
    name: name ?? '',
    isPath: plus === '+',
  }));
  const extra: (readonly [string, string])[] =
    resource.mimeType === undefined ? [] : [['mimeType', quoted(resource.mimeType)]];
  const isFast = resource.dialect === 'fastmcp';
  const contextIndex = isFast ? 99 : variables.length > 0 ? 2 : 1;
  const handlerParameters = fn?.getParameters() ?? [];
  const context = readContext(writing, resource, {
    fn,
    isInline,
    method,
    contextIndex,
    parameter: handlerParameters[contextIndex],
  });
  const others: string[] = [];
  if (resource.list) {
    const list = methodName(writing, `list ${resource.name}`);
    extra.push(['list', quoted(list)]);
    others.push(writeList(resource, list));
  }
  writing.core.add('Resource').add('ResourceContents');
  const locals = variables.map(({ name }) => name);
  const raw = variables.map(({ name, isPath }) => `${name}: ${isPath ? 'encodeURI' : 'encodeURIComponent'}(${name})`);
  const uriText =
    variables.length === 0
      ? quoted(resource.uri)
      : `\`${resource.uri.replace(uriVariable, (_all, plus: string, name: string) => `\${${plus === '+' ? 'encodeURI' : 'encodeURIComponent'}(${name})}`)}\``;
  const given = isFast
    ? variables.length > 0
      ? [`{ ${raw.join(', ')} }`]
      : []
    : [`new URL(${uriText})`, ...(variables.length > 0 ? [`{ ${raw.join(', ')} }`] : [])];
  const names = handlerParameters.slice(0, given.length).map((one) => one.getNameNode().getText());
  const parameters = [...locals.map((name) => `${name}: string`), ...context.parameters];
  const args = [...given.slice(0, isInline ? names.length : given.length)];
  const helper = isFast ? 'loadedContents' : 'contentsOf';
  const after = isFast
    ? `, { uri: ${uriText}, name: ${quoted(resource.name)}${resource.mimeType === undefined ? '' : `, mimeType: ${quoted(resource.mimeType)}`} }`
    : '';
  const before = context.before.map((line) => `${line}\n`).join('');
  const own =
    fn && isInline
      ? `const read = async (${names.map((name, index) => `${name}: ${parameterType(index, isFast, variables)}`).join(', ')}) => {\n${indented(bodyText(fn, context.uses?.edits ?? []), 2)}};\n`
      : '';
  const contents = isInline && !isFast ? onlyMember(fn, 'contents') : undefined;
  const direct =
    fn && contents
      ? directResource(fn, contents, { locals, uriText, raw, edits: context.uses?.edits ?? [] })
      : undefined;
  if (direct === undefined) writing.helpers.add(helper);
  const relayed = isRelay(resource.handler) ? [uriText, ...context.given] : [...args, ...context.given];
  const called = own === '' ? calledText(resource, relayed) : `read(${args.join(', ')})`;
  const body = direct === undefined ? `${before}${own}return ${helper}(await ${called}${after});\n` : before + direct;
  const isAsync = direct === undefined || fn?.isAsync() === true;
  const decorator = `  @Resource(${quoted(resource.uri)}${options.length + extra.length > 0 ? `, ${optionsText([...options, ...extra])}` : ''})\n`;
  const main = `${comment}${decorator}  ${isAsync ? 'async ' : ''}${method}(${parameters.join(', ')}): ${isAsync ? 'Promise<ResourceContents[]>' : 'ResourceContents[]'} {\n${indented(body)}  }\n`;
  const completions = resource.completions.map((completion) => writeCompletion(writing, resource.uri, completion));
  return [main, ...others, ...completions].join('\n');
}

/** Writes the body of a resource without a function inside it, if its variables are the method's parameters. */
function directResource(
  fn: Written,
  contents: Node,
  {
    locals,
    uriText,
    raw,
    edits,
  }: {
    readonly locals: readonly string[];
    readonly uriText: string;
    readonly raw: readonly string[];
    readonly edits: readonly TextEdit[];
  },
): string | undefined {
  const [uri, variables] = fn.getParameters();
  const literal = contents.getFirstAncestorByKind(SyntaxKind.ObjectLiteralExpression);
  if (!literal || (uri && !Node.isIdentifier(uri.getNameNode())) || (uri && locals.includes(uri.getName())))
    return undefined;
  const pattern = variables?.getNameNode();
  if (
    pattern &&
    locals.some((name) => new RegExp(`\\b${name}\\b`).test(pattern.getText())) &&
    !Node.isObjectBindingPattern(pattern)
  )
    return undefined;
  const isUsed =
    uri !== undefined &&
    fn
      .getBody()
      ?.getDescendants()
      .some((one) => Node.isIdentifier(one) && one.getSymbol() === uri.getSymbol());
  const before = isUsed ? `const ${uri.getName()} = new URL(${uriText});\n` : '';
  const names =
    pattern && Node.isObjectBindingPattern(pattern)
      ? pattern.getElements().map((one) => (one.getPropertyNameNode() ? undefined : one.getName()))
      : [];
  if (
    pattern &&
    (!Node.isObjectBindingPattern(pattern) || !names.every((name) => name !== undefined && locals.includes(name)))
  )
    return undefined;
  const encoded = names.map(
    (name) => `${name ?? ''} = ${raw.find((one) => one.startsWith(`${name ?? ''}: `))?.replace(/^\w+: /, '') ?? ''};\n`,
  );
  const comment = encoded.length > 0 ? '// The old server passed variables on as they are in the URI.\n' : '';
  const body = bodyText(fn, [replaceNode(literal, editedText(contents, edits)), ...edits]);
  return `${before}${comment}${encoded.join('')}${body}`;
}

function parameterType(index: number, isFast: boolean, variables: readonly { readonly name: string }[]): string {
  const record = `{ ${variables.map(({ name }) => `${name}: string`).join('; ')} }`;
  if (isFast) return record;
  return index === 0 ? 'URL' : record;
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
