/**
 * Decides what a caller reads of an error that an author's code threw, and tells the operator the rest under the same incident id.
 *
 * The one place for it: tools, resources, prompts, completions, tasks and native streams, over every link.
 */
import { PluginError } from '../errors/plugin-error.js';
import { describeToolError, type ToolError } from '../errors/tool-error.js';
import { withoutPaths } from '../errors/without-paths.js';
import { CallTimedOut, CatalogRevoked, ServerClosing } from './abort-reasons.js';
import type { ErrorDisclosure, Call, ServerFacts } from './call.js';

/** The text in place of an error that callers may not read; the incident id follows. */
const internalError = 'internal error';
const incidentIdLength = 8;

/** Returns the text that a peer may read of an error that it did not cause; the error itself goes to the operator. */
export function describeFault({ server }: Call, during: string, error: unknown): string {
  if (error instanceof ServerClosing || error instanceof CallTimedOut || error instanceof CatalogRevoked)
    return `${during} was stopped: ${error.message}`;
  const disclosure = server.errors?.() ?? 'plain';
  const message = messageForCallers(error, disclosure) ?? maskedMessage(during, disclosure);
  return reportIncident(server, { during, error, message });
}

/** A `ToolError` is meant for its reader, in every setting: its message and its suggestions, without paths. */
export function describeForCaller(error: ToolError): string {
  return withoutPaths(describeToolError(error));
}

/** An error and what its caller reads. */
export interface Incident {
  readonly during: string;
  readonly error: unknown;
  /** `internal error` where left out. */
  readonly message?: string;
}

/** Tells the operator of an error, and writes what its caller reads, with the id that the operator's log has too. */
export function reportIncident(server: ServerFacts, { during, error, message = internalError }: Incident): string {
  const incident = globalThis.crypto.randomUUID().slice(0, incidentIdLength);
  server.reportFault(during, error, incident);
  return `${message} (incident ${incident})`;
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
 * The message of an error that an author threw on purpose. Errors of the language and of the system (they carry a `code`)
 * speak of our insides and stay with the operator.
 */
function messageForCallers(error: unknown, disclosure: ErrorDisclosure): string | undefined {
  if (error instanceof PluginError && isForCallers(error)) return firstLine(error.message);
  if (disclosure === 'masked') return undefined;
  if (typeof error === 'string') return firstLine(error);
  if (!(error instanceof Error) || languageErrors.has(error.constructor) || 'code' in error) return undefined;
  return firstLine(error.message);
}

/** A plugin that was restarted under a call, or could not be brought up for it, is no insight into us, and its caller can try again. */
function isForCallers({ code }: PluginError): boolean {
  return code === 'crashed' || code === 'activation-failed';
}

// Typed as it should be, but an author may have assigned anything.
function firstLine(message: unknown): string | undefined {
  if (typeof message !== 'string') return undefined;
  const line = withoutPaths(message.split('\n', 1)[0] ?? '').trim();
  return line ? line : undefined;
}
