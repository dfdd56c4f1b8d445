/**
 * Writes the body of a resource of xmcp. Its handlers get the variables of the template, as they are in the URI, and return a text or
 * contents.
 */
import { Node } from 'ts-morph';
import { isRelay, type ResourceComponent } from '../model.js';
import type { ClassWriting } from './class-writing.js';
import type { PreparedContext } from './handler-context.js';
import { bodyText, calledText, handlerOf, indented } from './handler-text.js';
import { replaceTexts } from './return-edits.js';
import type { TemplateValues } from './template-values.js';

/** Writes the body, and returns whether it awaits something. */
export function writeXmcpResource(
  writing: ClassWriting,
  resource: ResourceComponent,
  { uriText, variables, raw }: TemplateValues,
  context: PreparedContext,
): { readonly body: string; readonly isAsync: boolean } {
  const { fn, isInline } = handlerOf(resource);
  const edits = context.uses?.edits ?? [];
  const before = context.before.map((line) => `${line}\n`).join('');
  const object = variables.length === 0 ? '{}' : `{ ${raw.join(', ')} }`;
  const given = resource.oldSchema === undefined ? object : `${resource.oldSchema}.parse(${object})`;
  const pattern = fn?.getParameters()[0]?.getNameNode();
  const texts = fn && isInline ? replaceTexts(fn, (text) => `[{ uri, text: ${text} }]`, edits) : undefined;
  const bound = texts === undefined ? undefined : bindVariables(pattern, variables, resource.oldSchema, given);
  if (fn && texts && bound !== undefined)
    return {
      body: `${before}const uri = ${uriText};\n${bound}${bodyText(fn, [...texts, ...edits])}`,
      isAsync: fn.isAsync(),
    };
  writing.helpers.add('xmcpContentsOf');
  if (!fn || !isInline || isRelay(resource.handler)) {
    const called = calledText(resource, [given, ...context.given]);
    return { body: `${before}return xmcpContentsOf(await ${called}, ${uriText});\n`, isAsync: true };
  }
  const isParsed = pattern !== undefined && resource.oldSchema !== undefined;
  const parsed = isParsed ? `const parsed = ${given};\n` : '';
  const parameter = pattern ? `${pattern.getText()}: ${isParsed ? 'typeof parsed' : typeOf(variables)}` : '';
  const read = `const read = async (${parameter}) => {\n${indented(bodyText(fn, edits), 2)}};\n`;
  const called = `read(${isParsed ? 'parsed' : pattern ? given : ''})`;
  return { body: `${before}${parsed}${read}return xmcpContentsOf(await ${called}, ${uriText});\n`, isAsync: true };
}

function typeOf(variables: readonly string[]): string {
  return `{ ${variables.map((name) => `${name}: string`).join('; ')} }`;
}

/** Declares the names by which the handler reads the variables; `undefined` if they clash with the method's parameters. */
function bindVariables(
  pattern: Node | undefined,
  variables: readonly string[],
  schema: string | undefined,
  given: string,
): string | undefined {
  if (!pattern) return '';
  if (Node.isIdentifier(pattern))
    return variables.includes(pattern.getText()) ? undefined : `const ${pattern.getText()} = ${given};\n`;
  if (!Node.isObjectBindingPattern(pattern) || schema !== undefined) return undefined;
  const names = pattern.getElements().map((one) => (one.getPropertyNameNode() ? undefined : one.getName()));
  if (!names.every((name) => name !== undefined && variables.includes(name))) return undefined;
  const encoded = names.map((name) => `${name ?? ''} = encodeURIComponent(${name ?? ''});\n`);
  return encoded.length === 0
    ? ''
    : `// The old server passed variables on as they are in the URI.\n${encoded.join('')}`;
}
