/**
 * Decides how much a caller sees of an error thrown by an author's code, and reports the rest to the operator under the same
 * incident id.
 *
 * It is the only place that does so: for tools, resources, prompts, completions, tasks and native streams, over every link.
 */
import { PluginError } from '../errors/plugin-error.js';
import { describeToolError, headOfToolError } from '../errors/describe-tool-error.js';
import { isToolError, suggestionsOf, type ToolError } from '../errors/tool-error.js';
import { describeIssues, readIssues, readIssuesIn, type Issue } from '../errors/read-issues.js';
import { textForCallers } from '../errors/text-for-callers.js';
import { readThrown } from '../errors/thrown-value.js';
import { withoutPaths } from '../errors/path-filter.js';
import { CallTimedOut, CatalogRevoked, ServerClosing } from './abort-reasons.js';
import type { ErrorDisclosure, ServerFacts } from './server-facts.js';
import type { Call } from './call.js';

/** The text that replaces an error callers may not read; the incident id follows. */
const internalError = 'internal error';
const incidentIdLength = 8;

/** Returns the text that a peer may read of an error it did not cause; reports the error itself to the operator. */
export function describeFault({ server }: Call, during: string, error: unknown): string {
  if (error instanceof ServerClosing || error instanceof CallTimedOut || error instanceof CatalogRevoked)
    return `${during} was stopped: ${error.message}`;
  const disclosure = server.errors?.() ?? 'plain';
  const message = messageForCallers(error, disclosure) ?? maskedMessage(during, disclosure);
  return reportIncident(server, { during, error, message });
}

/**
 * Returns the message and suggestions of a `ToolError`, which is always meant for its reader, without paths.
 *
 * @returns `undefined` for one that says nothing, which is a fault like any other
 */
export function describeForCaller(error: ToolError): string | undefined {
  const text = describeToolError(error);
  return text === undefined ? undefined : withoutPaths(text);
}

/** Returns the error for clients that read JSON: the problem and the suggestions, as the author wrote them, without paths. */
export function dataForCaller(error: ToolError): { readonly error: string; readonly suggestions: readonly string[] } {
  return { error: withoutPaths(headOfToolError(error)), suggestions: suggestionsOf(error).map(withoutPaths) };
}

/** An error and the text for its caller. */
export interface Incident {
  readonly during: string;
  readonly error: unknown;
  /** Default: `internal error`. */
  readonly message?: string;
}

/** Reports an error to the operator, and returns the text for its caller with the incident id from the operator's log. */
export function reportIncident(server: ServerFacts, { during, error, message = internalError }: Incident): string {
  const incident = globalThis.crypto.randomUUID().slice(0, incidentIdLength);
  server.reportFault(during, error, incident);
  return `${message}${message.includes('\n') ? '\n' : ' '}(incident ${incident})`;
}

function maskedMessage(during: string, disclosure: ErrorDisclosure): string {
  return disclosure === 'masked' ? internalError : `${during} failed because of an ${internalError}`;
}

const languageErrors: ReadonlySet<unknown> = new Set([
  TypeError,
  RangeError,
  ReferenceError,
  SyntaxError,
  EvalError,
  URIError,
]);

/**
 * Returns the message of an error that an author threw deliberately. Errors of the language and the system (they carry a `code`)
 * reveal internals and go only to the operator.
 */
function messageForCallers(error: unknown, disclosure: ErrorDisclosure): string | undefined {
  if (error instanceof PluginError && isForCallers(error)) return textForCallers(error.message);
  return disclosure === 'masked' ? undefined : messageOf(error);
}

function messageOf(error: unknown, depth = 0): string | undefined {
  if (typeof error === 'string') return issuesForCallers(readIssuesIn(error)) ?? textForCallers(error);
  if (!(error instanceof Error)) return issuesForCallers(readIssues(error));
  if (languageErrors.has(error.constructor) || 'code' in error) return undefined;
  const issues = readIssues(error);
  return issues ? issuesForCallers(issues, headOf(error, issues)) : describeAll(error, depth);
}

function issuesForCallers(issues: readonly Issue[] | undefined, head?: string): string | undefined {
  return issues && textForCallers(describeIssues(issues, head));
}

/** Returns the message of a validator's error, unless it only repeats the issues. */
function headOf({ message }: Error, issues: readonly Issue[]): string | undefined {
  const text = textForCallers(message);
  const isRepetition = text === undefined || /^[[{]/.test(text) || issues.some((issue) => text === issue.message);
  return isRepetition ? undefined : text.replace(/:$/, '');
}

const mostErrors = 10;
const deepestError = 3;

/** Describes an error, and below it the errors that it collects, as far as callers may read them. */
function describeAll(error: Error, depth: number): string | undefined {
  const text = textForCallers(error.message) ?? nameOf(error);
  if (nameOf(error) !== 'AggregateError' || depth >= deepestError) return text;
  const errors = readThrown(error, 'errors');
  const inner = (Array.isArray(errors) ? errors.slice(0, mostErrors) : []).flatMap((one: unknown) => {
    const line = isToolError(one) ? describeForCaller(one) : messageOf(one, depth + 1);
    return line === undefined ? [] : [`- ${line.replaceAll('\n', '\n  ')}`];
  });
  return inner.length === 0 ? text : textForCallers([`${text ?? 'several errors'}:`, ...inner].join('\n'));
}

/** Returns the name of an author's own class of errors, which says more than no message. */
function nameOf(error: Error): string | undefined {
  const name = readThrown(error, 'name');
  return typeof name === 'string' && name !== 'Error' && name !== 'ToolError' ? textForCallers(name) : undefined;
}

/** A plugin that restarted during a call, or failed to start for it, reveals no internals, and the caller can retry. */
function isForCallers({ code }: PluginError): boolean {
  return code === 'crashed' || code === 'activation-failed';
}
