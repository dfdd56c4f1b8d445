/**
 * Writes the body of a resource of the official SDK or of FastMCP. Its handlers get the URI and the variables of the template as they are
 * in it.
 */
import { Node, SyntaxKind } from 'ts-morph';
import type { Written } from '../handlers/returns.js';
import { isRelay, type ResourceComponent } from '../model.js';
import { quoted } from '../schemas/tags.js';
import { editedText, replaceNode, type TextEdit } from '../source/text-edits.js';
import type { ClassWriting } from './class-writing.js';
import type { PreparedContext } from './handler-context.js';
import { bodyText, calledText, handlerOf, indented, onlyMember } from './handler-text.js';
import type { TemplateValues } from './template-values.js';

/** Writes the body, and returns whether it awaits something. */
export function writeHandlerResource(
  writing: ClassWriting,
  resource: ResourceComponent,
  { uriText, variables, raw }: TemplateValues,
  context: PreparedContext,
): { readonly body: string; readonly isAsync: boolean } {
  const { fn, isInline } = handlerOf(resource);
  const isFast = resource.dialect === 'fastmcp';
  const edits = context.uses?.edits ?? [];
  const given = isFast
    ? variables.length > 0
      ? [`{ ${raw.join(', ')} }`]
      : []
    : [`new URL(${uriText})`, ...(variables.length > 0 ? [`{ ${raw.join(', ')} }`] : [])];
  const parameters = fn?.getParameters() ?? [];
  const names = parameters.slice(0, given.length).map((one) => one.getNameNode().getText());
  const args = [...given.slice(0, isInline ? names.length : given.length)];
  const helper = isFast ? 'loadedContents' : 'contentsOf';
  const after = isFast
    ? `, { uri: ${uriText}, name: ${quoted(resource.name)}${resource.mimeType === undefined ? '' : `, mimeType: ${quoted(resource.mimeType)}`} }`
    : '';
  const before = context.before.map((line) => `${line}\n`).join('');
  const own =
    fn && isInline
      ? `const read = async (${names.map((name, index) => `${name}: ${parameterType(index, isFast, variables)}`).join(', ')}) => {\n${indented(bodyText(fn, edits), 2)}};\n`
      : '';
  const contents = isInline && !isFast ? onlyMember(fn, 'contents') : undefined;
  const direct = fn && contents ? directResource(fn, contents, { locals: variables, uriText, raw, edits }) : undefined;
  if (direct !== undefined) return { body: before + direct, isAsync: fn?.isAsync() === true };
  writing.helpers.add(helper);
  const relayed = isRelay(resource.handler) ? [uriText, ...context.given] : [...args, ...context.given];
  const called = own === '' ? calledText(resource, relayed) : `read(${args.join(', ')})`;
  return { body: `${before}${own}return ${helper}(await ${called}${after});\n`, isAsync: true };
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

function parameterType(index: number, isFast: boolean, variables: readonly string[]): string {
  const record = `{ ${variables.map((name) => `${name}: string`).join('; ')} }`;
  if (isFast) return record;
  return index === 0 ? 'URL' : record;
}
