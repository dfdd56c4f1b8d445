/**
 * The methods of a client module: for each component a signature, a doc comment and the code that calls it.
 */
import type { OfferedPrompt, OfferedResource, OfferedTemplate } from './client-offer.js';
import type { RuntimePart } from './client-runtime.js';
import { describeComponent } from './describe-component.js';
import type { TypePrinter } from './print-type.js';
import { quote } from './quote.js';
import type { ToolSignature } from './tool-signature.js';
import { word, type Member, type ObjectType } from './type-node.js';
import { readUriTemplate, type ExpandableTemplate } from './uri-expression.js';

/** One method. */
export interface ClientMember {
  /** The component's name on the server. */
  readonly name: string;
  readonly docs: readonly string[];
  /** Returns parameters and result, to follow the method's name on a line of this indentation. */
  signature(indent: string): string;
  /** An arrow function. */
  readonly code: string;
  /** The parts of the runtime that the code needs. */
  readonly parts: readonly RuntimePart[];
}

/** A method for each tool. */
export function toolMembers(tools: readonly ToolSignature[], printer: TypePrinter): readonly ClientMember[] {
  return tools.map((tool) => {
    const [helper, parts] = helperFor(tool);
    const args = ['client', quote(tool.name), ...(tool.input ? ['input'] : [])].join(', ');
    return {
      name: tool.name,
      docs: tool.docs,
      signature: (indent) => signatureOf(tool, printer, 'ToolAnswer', indent),
      code: `(${tool.input ? 'input' : ''}) => ${helper}(${args})`,
      parts,
    };
  });
}

/**
 * Writes `(input: …): Promise<…>` of a tool.
 *
 * @param answer the result type of a tool without an output schema
 */
export function signatureOf(
  { input, output }: ToolSignature,
  printer: TypePrinter,
  answer: string,
  indent: string,
): string {
  const parameter = input
    ? `input${input.isOptional ? '?' : ''}: ${printer.print(input.type, indent).trimStart()}`
    : '';
  const result = output ? printer.print(output.type, indent).trimStart() : answer;
  return `(${parameter}): Promise<${result}>`;
}

/** A method for each resource and each template. */
export function resourceMembers(
  resources: readonly OfferedResource[],
  templates: readonly OfferedTemplate[],
  printer: TypePrinter,
): readonly ClientMember[] {
  return [...resources.map(resourceMember), ...templates.map((template) => templateMember(template, printer))];
}

/** A method for each prompt. */
export function promptMembers(prompts: readonly OfferedPrompt[], printer: TypePrinter): readonly ClientMember[] {
  return prompts.map((prompt) => {
    const { name, arguments: given = [] } = prompt;
    const input = inputOf(
      given.map((it) => ({ name: it.name, isOptional: it.required !== true, docs: describeComponent(it) })),
    );
    const parameter = (indent: string): string => parameterOf(input, printer, indent);
    return {
      name,
      docs: describeComponent(prompt),
      signature: (indent) => `(${parameter(indent)}): Promise<PromptAnswer>`,
      code:
        input.members.length > 0
          ? `(input) => prompt(client, ${quote(name)}, input)`
          : `() => prompt(client, ${quote(name)})`,
      parts: ['prompts', 'blocks', 'contents'],
    };
  });
}

function helperFor({ output }: ToolSignature): [helper: string, parts: readonly RuntimePart[]] {
  const always = ['tools', 'blocks', 'contents'] as const;
  if (!output) return ['callForAnswer', [...always, 'plain']];
  if (!output.mayBeWrapped) return ['callForData', [...always, 'structured']];
  return ['callForValue', [...always, 'structured', 'wrapped']];
}

function resourceMember(resource: OfferedResource): ClientMember {
  return {
    name: resource.name,
    docs: describeResource(resource, resource.uri),
    signature: () => '(): Promise<ResourceContents[]>',
    code: `() => read(client, ${quote(resource.uri)})`,
    parts: ['resources', 'contents'],
  };
}

function templateMember(template: OfferedTemplate, printer: TypePrinter): ClientMember {
  const { name, uriTemplate } = template;
  const docs = describeResource(template, uriTemplate);
  const expandable = readUriTemplate(uriTemplate) ?? asItIs;
  const isMalformed = expandable === asItIs;
  const input = inputOf(expandable.variables.map((it) => ({ ...it, docs: [] })));
  return {
    name,
    docs: isMalformed ? [...docs, 'Its template cannot be expanded: give the whole URI.'] : docs,
    signature: (indent) => `(${parameterOf(input, printer, indent)}): Promise<ResourceContents[]>`,
    code: `(${readParameter(input)}) => read(client, ${expandable.code})`,
    parts: ['resources', 'contents', ...expandable.helpers],
  };
}

/** Writes the parameter of code that reads members of its input; it is optional when all of them are. */
function readParameter(input: ObjectType): string {
  if (input.members.length === 0) return '';
  return isOptional(input) ? 'input = {}' : 'input';
}

/** Marks a template that cannot be expanded. */
const asItIs: ExpandableTemplate = { variables: [{ name: 'uri', isOptional: false }], code: 'input.uri', helpers: [] };

function describeResource(resource: Omit<OfferedTemplate, 'uriTemplate'>, uri: string): readonly string[] {
  const text = describeComponent(resource);
  const type = resource.mimeType === undefined ? '' : ` (${resource.mimeType})`;
  return [...text, ...(text.length > 0 ? [''] : []), `${uri}${type}`];
}

/** Builds an object type of strings, each name once. */
function inputOf(wanted: readonly Omit<Member, 'type'>[]): ObjectType {
  const byName = new Map(wanted.toReversed().map((it) => [it.name, it]));
  const members = wanted.filter((it) => byName.get(it.name) === it);
  return { kind: 'object', members: members.map((it) => ({ ...it, type: word('string') })), indexes: [] };
}

function parameterOf(input: ObjectType, printer: TypePrinter, indent: string): string {
  if (input.members.length === 0) return '';
  return `input${isOptional(input) ? '?' : ''}: ${printer.print(input, indent)}`;
}

function isOptional(input: ObjectType): boolean {
  return input.members.every((member) => member.isOptional);
}
