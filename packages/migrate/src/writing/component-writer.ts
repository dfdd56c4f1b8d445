/**
 * Writes components as decorated methods: their parameters from the shapes, their bodies from the old handlers.
 */
import { Node, type ObjectBindingPattern, type ParameterDeclaration, SyntaxKind } from 'ts-morph';
import { type ContextUses, type IsServer, readContextUses } from '../handlers/context-uses.js';
import {
  bare,
  isCaught,
  isWritten,
  type Result,
  resultsOf,
  returnsOf,
  textOfContent,
  type Written,
} from '../handlers/returns.js';
import {
  type Completion,
  type Component,
  type Finding,
  isRelay,
  type PromptComponent,
  type ResourceComponent,
  type Severity,
  type ToolComponent,
} from '../model.js';
import { hasInnerDefault, objectOf, type Shape } from '../schemas/shape.js';
import { pascal } from '../schemas/read-zod.js';
import { isPlainText, quoted } from '../schemas/tags.js';
import { jsonOf, memberOf, plain, resolve } from '../source/static-value.js';
import { editedText, replaceNode, type TextEdit } from '../source/text-edits.js';
import { fillObject } from '../schemas/fill-defaults.js';
import { propertyName } from '../schemas/property-name.js';
import { Untranslated } from '../untranslated.js';
import { type TypeWriter, writeComment } from './type-writer.js';

/** The parts that the components of one class share. */
export interface ClassWriting {
  readonly types: TypeWriter;
  /** Functions of the results module that are used. */
  readonly helpers: Set<string>;
  /** Names that are imported from core. */
  readonly core: Set<string>;
  readonly methods: Set<string>;
  /** Texts of declarations before the class. */
  readonly declarations: string[];
  /** Texts of members of the class. */
  readonly fields: string[];
  readonly isServer: IsServer;
  readonly report: (at: Node, finding: Pick<Finding, 'message' | 'severity' | 'name' | 'construct'>) => void;
}

/** Writes the decorated method of a component, with methods that it needs. @throws Untranslated */
export function writeComponent(writing: ClassWriting, component: Component): string {
  if (component.kind === 'tool') return writeTool(writing, component);
  return component.kind === 'resource' ? writeResource(writing, component) : writePrompt(writing, component);
}

const reserved = new Set(['constructor', 'start', 'stop', 'health', 'onCall', 'carry']);

function methodName(writing: ClassWriting, wanted: string): string {
  const words = wanted.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const camel = words
    .map((word, index) =>
      index === 0 ? word.charAt(0).toLowerCase() + word.slice(1) : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join('');
  const safe = /^[A-Za-z]/.test(camel) ? camel : `tool${camel}`;
  for (let count = 1; ; count++) {
    const name = count === 1 ? safe : `${safe}${count}`;
    if (writing.methods.has(name) || reserved.has(name)) continue;
    writing.methods.add(name);
    return name;
  }
}

function optionsText(options: readonly (readonly [string, string])[]): string {
  if (options.length === 0) return '';
  const line = `{ ${options.map(([name, text]) => `${name}: ${text}`).join(', ')} }`;
  if (line.length <= 90 && !line.includes('\n')) return line;
  return `{\n${options.map(([name, text]) => `    ${name}: ${text},\n`).join('')}  }`;
}

/** The doc comment, and the options that the comment does not say. */
function described(
  component: Component,
  method: string,
): { readonly comment: string; readonly options: (readonly [string, string])[] } {
  const { description, title, name } = component;
  const isComment = description !== undefined && isPlainText(description) && !/`{3}/.test(description);
  const options: (readonly [string, string])[] = [];
  if (name !== method) options.push(['name', quoted(name)]);
  if (title !== undefined) options.push(['title', quoted(title)]);
  if (description !== undefined && !isComment) options.push(['description', quoted(description)]);
  return {
    comment: isComment ? writeComment(description.split('\n'), '  ') : '',
    options: [...options, ...component.options],
  };
}

/** The handler, its context and its arguments as the method gets them. */
interface Prepared {
  readonly fn?: Written;
  readonly parameters: readonly string[];
  /** Statements before the body. */
  readonly before: readonly string[];
  /** Texts of the arguments for a handler that is called. */
  readonly given: readonly string[];
  readonly uses: ContextUses | undefined;
}

function handlerOf(component: Component): { readonly fn?: Written; readonly isInline: boolean } {
  if (isRelay(component.handler)) return { isInline: false };
  const handler = plain(component.handler);
  if (isWritten(handler)) return { fn: handler, isInline: true };
  const held = resolve(handler);
  return isWritten(held) ? { fn: held, isInline: false } : { isInline: false };
}

function writeTool(writing: ClassWriting, tool: ToolComponent): string {
  const { fn, isInline } = handlerOf(tool);
  const method = methodName(writing, tool.name);
  const { comment, options } = described(tool, method);
  const hasArguments = tool.input !== undefined || tool.dialect !== 'sdk';
  const prepared = prepare(writing, tool, { fn, isInline, method, contextIndex: hasArguments ? 1 : 0 });
  const written = isRelay(tool.handler) ? tool.handler.fn : fn;
  const results = written ? returnsOf(written).flatMap(({ value }) => (value ? resultsOf(value) : [])) : [undefined];
  const { body, type, isAsync } = toolBody(writing, tool, { ...prepared, isInline, results });
  writing.core.add('Tool');
  const decorator = `  @Tool(${optionsText([...options, ['coerce', 'false']])})\n`;
  const asyncText = isAsync ? 'async ' : '';
  const returned = isAsync ? `Promise<${type}>` : type;
  return `${comment}${decorator}  ${asyncText}${method}(${prepared.parameters.join(', ')}): ${returned} {\n${indented(body)}  }\n`;
}

interface HandlerPlan {
  readonly fn: Written | undefined;
  readonly isInline: boolean;
  readonly method: string;
  readonly contextIndex: number;
}

/** Reads how the handler takes its arguments and its context, and writes the parameters of the method. */
function prepare(writing: ClassWriting, component: ToolComponent | PromptComponent, plan: HandlerPlan): Prepared {
  const { fn, isInline, method, contextIndex } = plan;
  const parameters = fn?.getParameters() ?? [];
  const form = component.input && objectOf(component.input);
  const first = contextIndex > 0 ? parameters[0] : undefined;
  const context = readContext(writing, component, { ...plan, parameter: parameters[contextIndex] });
  const hasMembers = form !== undefined && form.members.length > 0;
  if (!hasMembers || !component.input) {
    const before =
      isInline && first
        ? [
            `const ${patternText(first)} = {}${Node.isIdentifier(first.getNameNode()) ? '' : ' as Record<string, undefined>'};`,
          ]
        : [];
    return {
      ...(fn && { fn }),
      parameters: context.parameters,
      before: [...context.before, ...before],
      given: [...(contextIndex > 0 ? ['{}'] : []), ...context.given],
      uses: context.uses,
    };
  }
  const oldSchema = component.kind === 'tool' ? component.oldSchema : undefined;
  const isSimple =
    oldSchema === undefined &&
    !hasInnerDefault({ ...component.input, form: { ...form, members: form.members.map(withoutOwnDefault) } });
  const simple =
    isInline && isSimple && first
      ? simpleBinding(
          first,
          form.members.map(({ name }) => name),
        )
      : undefined;
  const type = writing.types.writeInterface(pascal(`${method}Arguments`), form, {
    hidesDefaults: simple !== undefined,
  });
  if (simple) {
    const bound = form.members.flatMap(({ name, shape }) => {
      const local = simple.get(name);
      if (local === undefined) return [];
      const key = local === name ? name : `${propertyName(name)}: ${local}`;
      return [shape.default === undefined ? key : `${key} = ${shape.default}`];
    });
    const hidden = form.members.filter(({ name, shape }) => !simple.has(name) && shape.default !== undefined);
    if (hidden.length === 0) {
      const pattern = `{ ${bound.join(', ')} }`;
      return {
        ...(fn && { fn }),
        parameters: [`${pattern}: ${type}`, ...context.parameters],
        before: context.before,
        given: context.given,
        uses: context.uses,
      };
    }
  }
  const filled = oldSchema !== undefined ? 'given' : fillObject(component.input, 'given');
  const hasChange = oldSchema !== undefined || hasInnerDefault(component.input);
  const local = isInline && first && Node.isIdentifier(first.getNameNode()) ? first.getName() : undefined;
  const whole = hasChange || local === undefined ? 'given' : local;
  const before = [...context.before];
  let argument = whole;
  if (oldSchema !== undefined) before.push(`const args = await ${oldSchema}.parseAsync(given);`);
  else if (hasChange) before.push(`const args = ${filled};`);
  if (hasChange) argument = 'args';
  if (isInline && first && patternText(first) !== argument) before.push(`const ${patternText(first)} = ${argument};`);
  return {
    ...(fn && { fn }),
    parameters: [`{ ...${whole} }: ${type}`, ...context.parameters],
    before,
    given: [argument, ...context.given],
    uses: context.uses,
  };
}

function withoutOwnDefault({ name, shape }: { readonly name: string; readonly shape: Shape }): {
  readonly name: string;
  readonly shape: Shape;
} {
  const { default: _own, ...rest } = shape;
  return { name, shape: rest };
}

function patternText(parameter: ParameterDeclaration): string {
  return parameter.getNameNode().getText();
}

/** The local names of a pattern such as `{ city, days: count }`; `undefined` for other patterns and for unknown members. */
function simpleBinding(
  parameter: ParameterDeclaration,
  members: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const pattern = parameter.getNameNode();
  if (!Node.isObjectBindingPattern(pattern) || parameter.getInitializer()) return undefined;
  const names = new Map<string, string>();
  for (const element of (pattern as ObjectBindingPattern).getElements()) {
    const local = element.getNameNode();
    const property = element.getPropertyNameNode();
    if (element.getDotDotDotToken() || element.getInitializer() || !Node.isIdentifier(local)) return undefined;
    const name =
      property === undefined
        ? local.getText()
        : Node.isStringLiteral(property)
          ? property.getLiteralText()
          : property.getText();
    if (!members.includes(name)) return undefined;
    names.set(name, local.getText());
  }
  return names;
}

interface ContextPlan extends HandlerPlan {
  readonly parameter: ParameterDeclaration | undefined;
}

interface PreparedContext {
  readonly parameters: readonly string[];
  readonly before: readonly string[];
  readonly given: readonly string[];
  readonly uses: ContextUses | undefined;
}

function readContext(
  writing: ClassWriting,
  component: Component,
  { fn, isInline, parameter }: ContextPlan,
): PreparedContext {
  const adapter = component.dialect === 'fastmcp' || component.dialect === 'nest' ? 'fastContextOf' : 'extraOf';
  if (isRelay(component.handler) && !component.handler.usesContext)
    return { parameters: [], before: [], given: [], uses: undefined };
  if (isRelay(component.handler) && component.handler.takesContext === true) {
    writing.core.add('Context');
    return { parameters: ['context: Context'], before: [], given: ['context'], uses: undefined };
  }
  if (!fn) {
    writing.core.add('Context');
    writing.helpers.add(adapter);
    return { parameters: ['context: Context'], before: [], given: [`${adapter}(context)`], uses: undefined };
  }
  const name = parameter?.getNameNode();
  const isNamed = name !== undefined && Node.isIdentifier(name);
  const first = readContextUses(fn, parameter, {
    isServer: writing.isServer,
    contextName: isNamed ? name.getText() : 'context',
  });
  const isDirect = isNamed && first.isDirect && isInline;
  const own = isDirect ? name.getText() : name?.getText() === 'context' ? 'call' : 'context';
  const uses =
    isDirect || !isNamed ? first : readContextUses(fn, parameter, { isServer: writing.isServer, contextName: own });
  reportMissing(writing, component, uses);
  if (!parameter && !uses.usesServer) return { parameters: [], before: [], given: [], uses };
  writing.core.add('Context');
  if (!isInline) {
    if (uses.usesServer) throw new Untranslated(fn, 'server', 'a handler that is declared elsewhere uses the server');
    writing.helpers.add(adapter);
    return { parameters: ['context: Context'], before: [], given: [`${adapter}(context)`], uses };
  }
  if (!name) return { parameters: ['context: Context'], before: [], given: [], uses };
  if (isDirect) return { parameters: [`${name.getText()}: Context`], before: [], given: [], uses };
  writing.helpers.add(adapter);
  const serverEdits = uses.edits.filter((edit) => edit.isServer);
  return {
    parameters: [`${own}: Context`],
    before: [`const ${name.getText()} = ${adapter}(${own});`],
    given: [],
    uses: { ...uses, edits: serverEdits },
  };
}

/** Reports what the context lacks. @throws Untranslated for a use without which the handler cannot run */
function reportMissing(writing: ClassWriting, component: Component, { missing }: ContextUses): void {
  for (const { at, construct } of missing) {
    const isFatal =
      Node.isCallExpression(at) ||
      construct === 'server' ||
      construct === 'sendRequest' ||
      construct.startsWith('mcpReq');
    if (isFatal && construct !== 'sendNotification')
      throw new Untranslated(at, construct, `the handler uses ${construct}, which has no equivalent here`);
    const message = `the handler reads ${construct} of its context, which is undefined here; see \`Context\` for what replaces it`;
    writing.report(at, { message, severity: 'warning', name: component.name, construct });
  }
}

interface ToolPlan extends Prepared {
  readonly isInline: boolean;
  readonly results: readonly (Result | undefined)[];
}

interface Body {
  readonly body: string;
  readonly type: string;
  readonly isAsync: boolean;
}

function toolBody(writing: ClassWriting, tool: ToolComponent, plan: ToolPlan): Body {
  reportResults(writing, tool, plan.results);
  const before = plan.before.map((line) => `${line}\n`).join('');
  const needsAwait = before.includes('await ');
  const { fn, isInline, results } = plan;
  const output = tool.output && writing.types.write(tool.output, pascal(`${tool.name}Result`));
  const mode = fn && isInline && results.length > 0 ? directMode(fn, results, tool) : undefined;
  if (fn && mode !== undefined) {
    const edits = returnEdits(writing, fn, { mode, inner: plan.uses?.edits ?? [] });
    if (mode === 'content') writing.core.add('ContentBlock');
    const type = mode === 'text' ? 'string' : mode === 'content' ? 'ContentBlock[]' : (output ?? 'string');
    return {
      body: before + bodyText(fn, [...edits, ...(plan.uses?.edits ?? [])]),
      type,
      isAsync: fn.isAsync() || needsAwait,
    };
  }
  const { helper, type } = adapterOf(writing, tool, results, output);
  writing.helpers.add(helper.replace(/<.*/s, ''));
  if (!fn && !isRelay(tool.handler)) {
    writing.helpers.add('OldResult');
    const types = plan.given.map(
      (one, index) =>
        `${index === plan.given.length - 1 ? 'extra' : 'args'}: ${one.includes('(') ? `ReturnType<typeof ${one.replace(/\(.*/s, '')}>` : one === '{}' ? 'object' : `typeof ${one}`}`,
    );
    const old = tool.dialect === 'sdk' ? 'OldResult | Promise<OldResult>' : 'unknown';
    const declared = `const handle: (${types.join(', ')}) => ${old} = ${tool.handler.getText()};\n`;
    return {
      body: `${before}${declared}return ${helper}(await handle(${plan.given.join(', ')}));\n`,
      type,
      isAsync: true,
    };
  }
  if (!fn || !isInline)
    return {
      body: `${before}return ${helper}(await ${calledText(tool, plan.given.slice(0, fn ? fn.getParameters().length : plan.given.length))});\n`,
      type,
      isAsync: true,
    };
  const edits = plan.uses?.edits ?? [];
  const only = onlyExpression(fn);
  if (only) return { body: `${before}return ${helper}(await ${editedText(only, edits)});\n`, type, isAsync: true };
  const text = `const handle = async () => {\n${bodyText(fn, edits)}};\n`;
  return { body: `${before}${text}return ${helper}(await handle());\n`, type, isAsync: true };
}

/** Writes the call of a handler that is declared elsewhere. */
function calledText({ handler }: Component, given: readonly string[]): string {
  if (isRelay(handler)) return handler.call(given[0] ?? '{}', handler.usesContext ? given.at(-1) : undefined);
  const text = handler.getText();
  const called = Node.isIdentifier(handler) || Node.isPropertyAccessExpression(handler) ? text : `(${text})`;
  return `${called}(${given.join(', ')})`;
}

/** How the returns of a handler become returns of the method without a helper; `undefined` if they do not. */
function directMode(
  fn: Written,
  results: readonly (Result | undefined)[],
  tool: ToolComponent,
): 'text' | 'content' | 'data' | undefined {
  const returns = returnsOf(fn);
  const isLiteral = returns.every(({ value }) => value !== undefined && Node.isObjectLiteralExpression(bare(value)));
  if (!isLiteral || !results.every((result) => result !== undefined && result.isError !== 'unknown')) return undefined;
  const all = results.filter((result) => result !== undefined);
  const failed = all.filter(({ isError }) => isError === true);
  const isThrown = failed.every(({ literal, content }) => textOfContent(content) && !isCaught(literal, fn));
  if (!isThrown || !endsWithReturn(fn)) return undefined;
  const succeeded = all.filter(({ isError }) => isError === false);
  if (tool.output) return succeeded.every((result) => isJsonOfData(result) && result.structured) ? 'data' : undefined;
  if (succeeded.every(({ content }) => textOfContent(content))) return 'text';
  return succeeded.every(({ content }) => content && isLiteralList(content)) ? 'content' : undefined;
}

/** A method that may end without a return has another type than its returns. */
function endsWithReturn(fn: Written): boolean {
  const body = fn.getBody();
  return !Node.isBlock(body) || returnsOf(fn).length > 0;
}

function isLiteralList(content: Node): boolean {
  return Node.isArrayLiteralExpression(plain(content));
}

/** Returns whether the content is `JSON.stringify` of the structured content, which is what a build sends beside data. */
function isJsonOfData({ content, structured }: Result): boolean {
  const text = textOfContent(content);
  const call = text && plain(text);
  if (!call || !structured || !Node.isCallExpression(call) || call.getExpression().getText() !== 'JSON.stringify')
    return false;
  if (call.getArguments().length !== 1) return false;
  return plain(call.getArguments()[0] ?? call).getText() === plain(structured).getText();
}

function returnEdits(
  writing: ClassWriting,
  fn: Written,
  { mode, inner }: { readonly mode: 'text' | 'content' | 'data'; readonly inner: readonly TextEdit[] },
): readonly TextEdit[] {
  return returnsOf(fn).flatMap(({ value, at }) => {
    const literal = value && bare(value);
    const [result] = literal ? resultsOf(literal) : [];
    if (!value || !result) return [];
    const text = textOfContent(result.content);
    if (result.isError === true) {
      writing.core.add('ToolError');
      return [replaceNode(at, `throw new ToolError(${text ? editedText(text, inner) : "''"});`)];
    }
    const kept = mode === 'text' ? text : mode === 'content' ? result.content : result.structured;
    return kept ? [replaceNode(value, editedText(kept, inner))] : [];
  });
}

/** The expression that a function consists of, if it is a call or another simple one. */
function onlyExpression(fn: Written): Node | undefined {
  const body = fn.getBody();
  if (!body) return undefined;
  if (!Node.isBlock(body)) return plain(body);
  const [only, second] = body.getStatements();
  return !second && Node.isReturnStatement(only) ? only.getExpression() : undefined;
}

/** The value of a member of the one object that a function returns: `contents` or `messages`. */
function onlyMember(fn: Written | undefined, member: string): Node | undefined {
  if (!fn) return undefined;
  const returns = returnsOf(fn);
  const values = returns.map(({ value }) => (value ? bare(value) : undefined));
  const [object] = values;
  if (values.length !== 1 || !object || !Node.isObjectLiteralExpression(object)) return undefined;
  const isOnly = object
    .getProperties()
    .every((property) =>
      ['description', member].includes(Node.isPropertyAssignment(property) ? property.getName() : ''),
    );
  const value = isOnly ? memberOf(object, member) : undefined;
  return value && Node.isArrayLiteralExpression(plain(value)) ? value : undefined;
}

/** The statements of a function: its block, or a return of its expression. */
function bodyText(fn: Written, edits: readonly TextEdit[]): string {
  const body = fn.getBody();
  if (!body) return '';
  if (!Node.isBlock(body)) {
    const text = editedText(body, edits);
    const isThrow = text.startsWith('throw ');
    const inner = Node.isParenthesizedExpression(body) ? (/^\((.*)\)$/s.exec(text)?.[1] ?? text) : text;
    return isThrow || inner.startsWith('throw ') ? `${inner}\n` : `return ${inner};\n`;
  }
  const inner = editedText(body, edits).slice(1, -1);
  return `${dedent(inner.replace(/^[ \t]*\n/, '').trimEnd())}\n`;
}

function dedent(text: string): string {
  if (text.includes('`')) return text.replace(/^\s+/, '');
  const lines = text.split('\n');
  const widths = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const least = Math.min(...widths);
  return lines.map((line) => line.slice(Number.isFinite(least) ? least : 0)).join('\n');
}

function indented(text: string, width = 4): string {
  if (text.includes('`')) return `${' '.repeat(width)}${text}`;
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(width) + line))
    .join('\n');
}

function adapterOf(
  writing: ClassWriting,
  tool: ToolComponent,
  results: readonly (Result | undefined)[],
  output: string | undefined,
): { readonly helper: string; readonly type: string } {
  const isOpen = tool.dialect !== 'sdk' && tool.dialect !== 'low-level';
  if (output !== undefined && isOpen) return { helper: `anyDataOf<${output}>`, type: output };
  if (output !== undefined) {
    const isJson = results.every(
      (result) => result !== undefined && (result.isError === true || isJsonOfData(result) || isPrettyJson(result)),
    );
    if (isJson) return { helper: `dataOf<${output}>`, type: output };
    writing.core.add('ContentBlock');
    return { helper: `pairOf<${output}>`, type: `[${output}, ...ContentBlock[]]` };
  }
  writing.core.add('ContentBlock');
  return {
    helper: tool.dialect === 'sdk' || tool.dialect === 'low-level' ? 'contentOf' : 'anyContentOf',
    type: 'ContentBlock[]',
  };
}

function isPrettyJson({ content, structured }: Result): boolean {
  const text = textOfContent(content);
  const call = text && plain(text);
  return (
    call !== undefined &&
    structured !== undefined &&
    Node.isCallExpression(call) &&
    call.getExpression().getText() === 'JSON.stringify' &&
    plain(call.getArguments()[0] ?? call).getText() === plain(structured).getText()
  );
}

function reportResults(writing: ClassWriting, tool: ToolComponent, results: readonly (Result | undefined)[]): void {
  const report = (at: Node, construct: string, message: string, severity: Severity = 'warning'): void =>
    writing.report(at, { message, severity, name: tool.name, construct });
  const isOpen = tool.dialect === 'sdk' || tool.dialect === 'low-level';
  if (results.includes(undefined) && isOpen)
    report(
      tool.at,
      'result',
      'a result is made where the source does not show it: its content is kept, `_meta` is not, nor is structured content without an output schema; a failure keeps its texts',
    );
  for (const result of results) {
    if (!result) continue;
    for (const name of result.others)
      if (isOpen || name === '_meta') report(result.literal, name, `the member ${name} of the result is not sent`);
    if (result.structured && !tool.output && result.isError !== true)
      report(
        result.structured,
        'structuredContent',
        'the structured content is not sent, since the tool has no output schema: declare its type as the result',
      );
    if (result.isError === true && !textOfContent(result.content))
      report(result.literal, 'isError', 'a failure is sent as one text: other content of it is not sent');
    if (result.isError === 'unknown')
      report(result.literal, 'isError', 'a failure is sent as one text, whatever content the result has');
    if (result.isError === true && result.structured)
      report(result.structured, 'structuredContent', 'structured content of a failure is not sent');
    if (!isOpen && tool.output && result.content && result.isError !== true) {
      report(result.content, 'content', 'the content beside the data is not sent: its JSON is');
      continue;
    }
    if (tool.output && result.isError !== true && result.structured && !isJsonOfData(result)) {
      if (isPrettyJson(result))
        report(
          result.content ?? result.literal,
          'content',
          'the JSON text beside the data is written without line breaks',
          'note',
        );
      else report(result.content ?? result.literal, 'content', 'the data as JSON text stands before the content');
    }
  }
}

const uriVariable = /\{(\+?)([\w]+)\}/g;

function writeResource(writing: ClassWriting, resource: ResourceComponent): string {
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

function writeCompletion(writing: ClassWriting, of: string, { argument, callback }: Completion): string {
  writing.core.add('Complete');
  const method = methodName(writing, `complete ${argument}`);
  if ('values' in callback) {
    return `  @Complete(${quoted(of)}, ${quoted(argument)})
  ${method}(typed: string): string[] {
    return [${callback.values.map(quoted).join(', ')}].filter((value) => value.toLowerCase().includes(typed.toLowerCase()));
  }
`;
  }
  const text = callback.getText();
  writing.helpers.add('valuesOf');
  return `  @Complete(${quoted(of)}, ${quoted(argument)})
  async ${method}(typed: string, known: Record<string, string>): Promise<string[]> {
    const complete: (value: string, context: { arguments: Record<string, string> }) => unknown = ${text};
    return valuesOf(await complete(typed, { arguments: known }));
  }
`;
}

function writePrompt(writing: ClassWriting, prompt: PromptComponent): string {
  const { fn, isInline } = handlerOf(prompt);
  const method = methodName(writing, prompt.name);
  const { comment, options } = described(prompt, method);
  const hasArguments = prompt.input !== undefined || prompt.dialect === 'fastmcp';
  const prepared = prepare(writing, prompt, { fn, isInline, method, contextIndex: hasArguments ? 1 : 0 });
  for (const { value } of fn ? returnsOf(fn) : []) {
    const literal = value && bare(value);
    const description = literal && memberOf(literal, 'description');
    if (description && jsonOf(description) !== prompt.description)
      writing.report(description, {
        message: 'the description of the result is not sent',
        severity: 'warning',
        name: prompt.name,
        construct: 'description',
      });
  }
  if (prompt.description !== undefined && prompt.dialect !== 'fastmcp')
    writing.report(prompt.at, {
      message: 'the answer of `prompts/get` has the description of the prompt too',
      severity: 'note',
      name: prompt.name,
      construct: 'description',
    });
  writing.core.add('Prompt').add('PromptMessage');
  const before = prepared.before.map((line) => `${line}\n`).join('');
  const messages = isInline && fn ? onlyMember(fn, 'messages') : undefined;
  const literal = messages?.getFirstAncestorByKind(SyntaxKind.ObjectLiteralExpression);
  const direct =
    fn && messages && literal
      ? before +
        bodyText(fn, [
          replaceNode(literal, editedText(messages, prepared.uses?.edits ?? [])),
          ...(prepared.uses?.edits ?? []),
        ])
      : undefined;
  if (direct === undefined) writing.helpers.add('messagesOf');
  const own =
    fn && isInline ? `const write = async () => {\n${indented(bodyText(fn, prepared.uses?.edits ?? []), 2)}};\n` : '';
  const called = own === '' ? calledText(prompt, prepared.given) : 'write()';
  const body = direct ?? `${before}${own}return messagesOf(await ${called});\n`;
  const decorator = `  @Prompt(${optionsText(options)})\n`;
  const main = `${comment}${decorator}  async ${method}(${prepared.parameters.join(', ')}): Promise<PromptMessage[]> {\n${indented(body)}  }\n`;
  const completions = prompt.completions.map((completion) => writeCompletion(writing, prompt.name, completion));
  return [main, ...completions].join('\n');
}
