/**
 * Describes a `ToolError` for the model that called the tool.
 */
import { describeIssues, readIssuesIn } from './read-issues.js';
import { suggestionsOf, type ToolError } from './tool-error.js';

/**
 * Returns its message, the issues instead of a validator's JSON, or the name of the author's own class.
 *
 * @returns the empty text if there is nothing, and no suggestion either
 */
export function headOfToolError(error: ToolError): string {
  const { message, name }: { readonly message: unknown; readonly name: unknown } = error; // an author may have assigned anything
  const issues = readIssuesIn(message);
  if (issues) return describeIssues(issues);
  if (typeof message === 'string' && message.trim() !== '') return message;
  if (typeof name === 'string' && name !== 'Error' && name !== 'ToolError') return name;
  return suggestionsOf(error).length === 0 ? '' : 'failed';
}

/**
 * Joins the message and the suggestions, one a line, into one text, since clients show a model no other member of an error.
 *
 * @returns `undefined` if the error has neither
 */
export function describeToolError(error: ToolError): string | undefined {
  const text = [headOfToolError(error), ...suggestionsOf(error).map((suggestion) => `- ${suggestion}`)].join('\n');
  return text === '' ? undefined : text;
}
