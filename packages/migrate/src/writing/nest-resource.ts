/**
 * Writes the body of a resource of MCP-Nest. Its handlers get one object: the URI, and the variables of the template, decoded.
 */
import { Node } from 'ts-morph';
import { isRelay, type ResourceComponent } from '../model.js';
import type { ClassWriting } from './class-writing.js';
import type { PreparedContext } from './handler-context.js';
import { bodyText, calledText, handlerOf, indented } from './handler-text.js';
import { returnMember } from './return-edits.js';
import type { TemplateValues } from './template-values.js';

/** Writes the body, and returns whether it awaits something. */
export function writeNestResource(
  writing: ClassWriting,
  resource: ResourceComponent,
  values: TemplateValues,
  context: PreparedContext,
): { readonly body: string; readonly isAsync: boolean } {
  const { fn, isInline } = handlerOf(resource);
  const textEdits = context.uses?.edits ?? [];
  const before = [...(resource.lead ?? []), ...context.before].map((line) => `${line}\n`).join('');
  const object = `{ ${[
    `uri: ${values.uriText}`,
    ...values.variables,
    ...values.query.map((name) => `...(${name} !== undefined && { ${name} })`),
  ].join(', ')} }`;
  if (!fn || !isInline || isRelay(resource.handler)) {
    writing.helpers.add('contentsOf');
    return {
      body: `${before}return contentsOf(await ${calledText(resource, [object, ...context.given])});\n`,
      isAsync: true,
    };
  }
  const bound = bindVariables(resource, values, object);
  const edits = bound === undefined ? undefined : returnMember(fn, 'contents', textEdits);
  if (bound !== undefined && edits)
    return { body: before + bound + bodyText(fn, [...edits, ...textEdits]), isAsync: fn.isAsync() };
  writing.helpers.add('contentsOf');
  const name = resource.parameters?.arguments?.getNameNode().getText();
  const parameter = name === undefined ? '' : `${name}: ${objectType(values)}`;
  const read = `const read = async (${parameter}) => {\n${indented(bodyText(fn, textEdits), 2)}};\n`;
  const called = `read(${name === undefined ? '' : object})`;
  return { body: `${before}${read}return contentsOf(await ${called});\n`, isAsync: true };
}

function objectType({ variables, query }: TemplateValues): string {
  return `{ ${['uri: string', ...variables.map((name) => `${name}: string`), ...query.map((name) => `${name}?: string`)].join('; ')} }`;
}

/** Declares the names by which the handler reads its object; `undefined` if they are those of the method's own parameters. */
function bindVariables(resource: ResourceComponent, values: TemplateValues, object: string): string | undefined {
  const pattern = resource.parameters?.arguments?.getNameNode();
  if (!pattern) return '';
  const known = [...values.variables, ...values.query];
  if (Node.isIdentifier(pattern))
    return known.includes(pattern.getText()) ? undefined : `const ${pattern.getText()} = ${object};\n`;
  if (!Node.isObjectBindingPattern(pattern)) return undefined;
  const lines = pattern.getElements().map((element) => {
    const property = element.getPropertyNameNode()?.getText() ?? element.getName();
    const isPlain =
      Node.isIdentifier(element.getNameNode()) && !element.getInitializer() && !element.getDotDotDotToken();
    if (!isPlain) return undefined;
    if (property === 'uri') return `const ${element.getName()} = ${values.uriText};\n`;
    if (!known.includes(property) || known.includes(element.getName()))
      return property === element.getName() && known.includes(property) ? '' : undefined;
    return `const ${element.getName()} = ${property};\n`;
  });
  return lines.every((line) => line !== undefined) ? lines.join('') : undefined;
}
