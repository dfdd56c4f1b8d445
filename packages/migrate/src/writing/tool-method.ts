/**
 * Writes a tool as a method.
 */
import { Node } from 'ts-morph';
import { bare, isCaught, type Result, resultsOf, returnsOf, textOfContent, type Written } from '../handlers/returns.js';
import { isRelay, type ToolComponent } from '../model.js';
import { objectOf } from '../schemas/shape.js';
import { quoted } from '../schemas/tags.js';
import { pascal } from '../schemas/type-names.js';
import { plain } from '../source/static-value.js';
import { editedText, replaceNode, type TextEdit } from '../source/text-edits.js';
import type { ClassWriting } from './class-writing.js';
import { prepare, type Prepared } from './handler-arguments.js';
import { bodyText, calledText, handlerOf, indented, onlyExpression } from './handler-text.js';
import { described, methodName, optionsText } from './method-heads.js';
import { passReturns, replaceTexts } from './return-edits.js';
import { isJsonOfData, isPrettyJson, reportResults } from './tool-results.js';

/** Writes a tool. @throws Untranslated */
export function writeTool(writing: ClassWriting, tool: ToolComponent): string {
  const { fn, isInline } = handlerOf(tool);
  const method = methodName(writing, tool.method ?? tool.name);
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
  if (onlyName(tool) !== '' && !plan.results.every((result) => result?.structured ?? result?.content))
    writing.report(tool.at, {
      message: 'a text or a number that the handler returns is sent as JSON of the data, not as it is',
      severity: 'warning',
      name: tool.name,
      construct: 'outputSchema',
    });
  const before = [...(tool.lead ?? []), ...plan.before].map((line) => `${line}\n`).join('');
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
  if (fn && isInline && tool.dialect === 'xmcp' && tool.output === undefined) {
    const texts = replaceTexts(fn, (text) => text, plan.uses?.edits ?? []);
    if (texts)
      return {
        body: before + bodyText(fn, [...texts, ...(plan.uses?.edits ?? [])]),
        type: 'string',
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
      body: `${before}return ${helper}(await ${calledText(tool, plan.given.slice(0, fn ? fn.getParameters().length : plan.given.length))}${onlyName(tool)});\n`,
      type,
      isAsync: true,
    };
  const edits = plan.uses?.edits ?? [];
  const passed = takesPlainResults(tool)
    ? passReturns(fn, (value) => `${helper}(${value}${onlyName(tool)})`, edits)
    : undefined;
  if (passed) return { body: before + bodyText(fn, [...passed, ...edits]), type, isAsync: true };
  const only = onlyExpression(fn);
  if (only)
    return {
      body: `${before}return ${helper}(await ${editedText(only, edits)}${onlyName(tool)});\n`,
      type,
      isAsync: true,
    };
  const text = `const handle = async () => {\n${bodyText(fn, edits)}};\n`;
  return { body: `${before}${text}return ${helper}(await handle()${onlyName(tool)});\n`, type, isAsync: true };
}

/** xmcp takes a text or a number as the value of the only member of an output schema. */
function onlyName({ dialect, output }: ToolComponent): string {
  const members = dialect === 'xmcp' && output ? (objectOf(output)?.members ?? []) : [];
  const [only] = members;
  return only && members.length === 1 ? `, ${quoted(only.name)}` : '';
}

/** Whether handlers of the framework may return any value, and not only results of MCP. */
function takesPlainResults({ dialect }: ToolComponent): boolean {
  return dialect === 'nest' || dialect === 'xmcp';
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

function adapterOf(
  writing: ClassWriting,
  tool: ToolComponent,
  results: readonly (Result | undefined)[],
  output: string | undefined,
): { readonly helper: string; readonly type: string } {
  const isOpen = tool.dialect !== 'sdk' && tool.dialect !== 'low-level';
  const content = {
    sdk: 'contentOf',
    'low-level': 'contentOf',
    fastmcp: 'anyContentOf',
    nest: 'nestContentOf',
    xmcp: 'xmcpContentOf',
  }[tool.dialect];
  if (output !== undefined && tool.dialect === 'xmcp') return { helper: `xmcpDataOf<${output}>`, type: output };
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
    helper: content,
    type: 'ContentBlock[]',
  };
}
