/**
 * The results of a tool: which of them a method returns as they are, and what is lost of the others.
 */
import { Node } from 'ts-morph';
import { type Result, textOfContent } from '../handlers/returns.js';
import type { Severity, ToolComponent } from '../model.js';
import { plain } from '../source/static-value.js';
import type { ClassWriting } from './class-writing.js';

/** Returns whether the content is `JSON.stringify` of the structured content, which is what a build sends beside data. */
export function isJsonOfData({ content, structured }: Result): boolean {
  const text = textOfContent(content);
  const call = text && plain(text);
  if (!call || !structured || !Node.isCallExpression(call) || call.getExpression().getText() !== 'JSON.stringify')
    return false;
  if (call.getArguments().length !== 1) return false;
  return plain(call.getArguments()[0] ?? call).getText() === plain(structured).getText();
}

/** Returns whether the content is `JSON.stringify` of the structured content, with any layout. */
export function isPrettyJson({ content, structured }: Result): boolean {
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

/** Reports what is lost of results. */
export function reportResults(
  writing: ClassWriting,
  tool: ToolComponent,
  results: readonly (Result | undefined)[],
): void {
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
    if (tool.output && result.isError !== true && result.structured && result.content && !isJsonOfData(result)) {
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
