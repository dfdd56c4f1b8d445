/**
 * The one wrapper around every author's method: a deadline, an abort that lets go at once, and nothing that escapes late.
 */
import { errorKinds } from '../errors/error-kinds.js';
import { McpError } from '../errors/mcp-error.js';
import { PluginError } from '../errors/plugin-error.js';
import { tameThrown, UnreadableError } from '../errors/thrown.js';
import { isPromise, type MaybePromise } from '../model/maybe-promise.js';
import { CallTimedOut, CatalogRevoked, ServerClosing } from './abort-reasons.js';
import type { CallContext } from './call-context.js';
import type { OperationCall } from './operation.js';

/**
 * Runs `work` until it settles, the peer cancels or the deadline passes. What it does after that has no effect.
 *
 * @param timeoutMs instead of the limit `callTimeoutMs`
 * @throws whatever `work` threw, or the reason that the call was ended with
 */
export function runGuarded<Result>(
  call: OperationCall,
  work: () => MaybePromise<Result>,
  timeoutMs?: number,
): MaybePromise<Result> {
  const { context, server } = call;
  const result = workUnlessAborted(context, work);
  if (!isPromise(result)) return result;
  // Nothing can end a call before its method first waits, so the deadline begins here.
  context.startDeadline(timeoutMs === undefined ? server.limits : { ...server.limits, timeoutMs });
  return new Promise((resolve, reject) => {
    const fail = (reason: unknown): void => {
      context.stopDeadline();
      // Whatever it is, it is what the work threw.
      reject(reason as Error);
    };
    context.onAbort(fail);
    result.then(
      (value) => {
        context.stopDeadline();
        resolve(value);
      },
      (thrown) => fail(readAuthorsError(thrown)),
    );
  });
}

/** What was thrown, or an error in its place where it cannot be read or sent. */
function readAuthorsError(thrown: unknown): unknown {
  const error = tameThrown(thrown);
  return !(error instanceof McpError) || isSayable(error)
    ? error
    : new UnreadableError('an McpError that cannot be sent');
}

/** Whether the error has what its type says. */
function isSayable({ kind, message, data }: McpError): boolean {
  try {
    return errorKinds.includes(kind) && typeof message === 'string' && JSON.stringify(data) !== '';
  } catch {
    // Its data is nothing that JSON can say.
    return false;
  }
}

/** A method may abort its own call, by asking what has to be asked in another round. */
function workUnlessAborted<Result>(context: CallContext, work: () => MaybePromise<Result>): MaybePromise<Result> {
  if (context.abortReason) throw context.abortReason;
  try {
    const result = work();
    if (!context.abortReason || isPromise(result)) return result;
  } catch (error) {
    throw context.abortReason ?? readAuthorsError(error);
  }
  throw context.abortReason;
}

/** What a peer may read of an error that is not its own fault; the error itself goes to the operator. */
export function describeFault(call: OperationCall, during: string, error: unknown): string {
  if (error instanceof ServerClosing) return `${during} was stopped: the server is closing`;
  if (error instanceof CallTimedOut || error instanceof CatalogRevoked)
    return `${during} was stopped: ${error.message}`;
  call.server.reportFault(during, error);
  const message = publicMessage(error);
  return message === undefined ? `${during} failed because of an internal error` : message;
}

const languageErrors: ReadonlySet<unknown> = new Set([
  TypeError,
  RangeError,
  ReferenceError,
  SyntaxError,
  EvalError,
  URIError,
]);
// A path begins where no name goes before its first slash, so that URLs and "either/or" are let be.
const absolutePath = /file:\/\/[^\s'"]+|(?<![\w/])(?:\/[^\s'"/]+){2,}\/?|[A-Za-z]:\\[^\s'"]+/g;

/**
 * The message of an error that an author threw on purpose. Errors of the language and of the system (they carry a `code`)
 * speak of our insides and stay with the operator.
 */
function publicMessage(error: unknown): string | undefined {
  if (typeof error === 'string') return firstLine(error);
  if (error instanceof PluginError && isForCallers(error)) return firstLine(error.message);
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
  const line = message.split('\n', 1)[0]?.replace(absolutePath, '(path)').trim();
  return line ? line : undefined;
}
