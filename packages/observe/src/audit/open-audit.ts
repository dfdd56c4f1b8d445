/**
 * The audit trail: who did what, with which build, and how it ended.
 *
 * `strict`: an event is written before it takes effect. `batched`: soon after, and a full disk costs lines, not calls.
 */
import { createHash } from 'node:crypto';
import { McpError, type JsonObject, type JsonValue } from '@sigil/core';
import { canonicalJson } from '@sigil/core/building';
import type { CallObserver, ObservedCall } from '@sigil/core/engine';
import { defaultObserveLimits, type ObserveLimits } from '../limits.js';
import { readTraceParent } from '../traces/trace-parent.js';
import { openAuditFile, type AuditFile, type TimedEvent } from './open-audit-file.js';

/** The file, and the settings for writing to it. */
export interface AuditOptions {
  readonly file: string;
  readonly mode: 'batched' | 'strict';
  /** `server/tool`, or `server/*`: tools whose arguments are written in full, not only as a hash. */
  readonly argumentsOf?: readonly string[];
  /** Removes secrets from texts. */
  readonly redact?: (text: string) => string;
  /** Reports, at most once a minute, that the trail cannot be written. */
  readonly onProblem?: (error: unknown, lost: number) => void;
  readonly limits?: Partial<ObserveLimits>;
}

/** An open audit trail. The caller closes it. */
export interface Audit {
  /** Observes every engine; must come last among several observers, since it may refuse a call. */
  readonly observer: CallObserver;
  /** Writes an event that is not a call. @throws when that fails in strict mode */
  note(event: JsonObject): void;
  /** Writes pending events. */
  close(): void;
}

const warnEveryMs = 60_000;
/** Delay before a batched trail that could not be written is retried. */
const retryMs = 1_000;
/** Characters of JSON; for longer arguments only the hash is written. */
const longestArguments = 65_536;
/** In characters. A client may name a method of a remote server's extension. */
const longestMethod = 128;

/**
 * @param file receives the lines, in place of the file that the options name
 * @throws Error when the file cannot be opened or is no audit trail
 */
export function openAudit(options: AuditOptions, file: AuditFile = openAuditFile(options.file)): Audit {
  return new AuditTrail(options, file);
}

class AuditTrail implements Audit {
  readonly observer: CallObserver;
  #waiting: TimedEvent[] = [];
  #lost = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;
  #isFailing = false;
  /** Cancels the scheduled flush. */
  #cancelFlush: (() => void) | undefined;
  readonly #most: number;

  constructor(
    private readonly options: AuditOptions,
    private readonly file: AuditFile,
  ) {
    this.#most = { ...defaultObserveLimits, ...options.limits }.maxAuditWaiting;
    this.observer = { began: (call) => this.#began(call) };
    if (options.mode === 'strict') this.#appendNow({ event: 'opened' });
    else this.note({ event: 'opened' });
  }

  note(event: JsonObject): void {
    if (this.options.mode === 'strict') this.#appendNow(event);
    else this.#appendSoon(event);
  }

  close(): void {
    this.#cancelFlush?.();
    this.#flush();
    this.file.close();
  }

  #began(call: ObservedCall): ReturnType<CallObserver['began']> {
    if (call.method !== 'tools/call') return { ended: ({ outcome }) => this.#appendNotes(call, outcome) };
    const name = call.params['name'];
    const tool = typeof name === 'string' ? call.catalog.findTool(name) : undefined;
    // A call of an unknown tool has no effect.
    if (!tool) return undefined;
    const said = this.#describe(call, tool.definition.name);
    // Another build may have been swapped in before the code ran.
    const ran = (): JsonObject => buildOf(call.component ?? tool);
    if (this.options.mode === 'batched')
      return {
        ended: ({ outcome }) => this.#appendSoon({ event: 'call', ...said, ...ran(), ...this.#notesOf(call), outcome }),
      };
    this.#requireWritten({ event: 'call-began', ...said, ...ran() });
    return {
      ended: ({ outcome }) =>
        this.#appendEnd({ event: 'call-ended', ...said, ...ran(), ...this.#notesOf(call), outcome }),
    };
  }

  /** Appends a line for a request that is no tool call, if an interceptor has added fields. */
  #appendNotes(call: ObservedCall, outcome: string): void {
    if (!call.auditNotes) return;
    const { method, server } = call;
    const said = { server: server.info.name, method: method.slice(0, longestMethod), ...originOf(call) };
    const event = { event: 'request', ...said, ...traceOf(call), ...this.#notesOf(call), outcome };
    if (this.options.mode === 'strict') this.#appendEnd(event);
    else this.#appendSoon(event);
  }

  #notesOf({ auditNotes }: ObservedCall): JsonObject {
    return auditNotes ? { interceptors: this.#redacted(auditNotes) } : {};
  }

  #describe(call: ObservedCall, tool: string): JsonObject {
    const server = call.server.info.name;
    const input = call.params['arguments'] ?? {};
    const { argumentsOf = [] } = this.options;
    const isNamed = argumentsOf.includes(`${server}/${tool}`) || argumentsOf.includes(`${server}/*`);
    const isWhole = isNamed && JSON.stringify(input).length <= longestArguments;
    return {
      server,
      tool,
      ...originOf(call),
      ...(isWhole ? { arguments: this.#redacted(input) } : { argumentsHash: hashOf(input) }),
      ...traceOf(call),
    };
  }

  #redacted(input: JsonValue): JsonValue {
    const { redact = (text: string) => text } = this.options;
    const copy = (value: JsonValue): JsonValue => {
      if (typeof value === 'string') return redact(value);
      if (Array.isArray(value)) return value.map(copy);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member as JsonValue)]));
    };
    return copy(input);
  }

  /** @throws McpError that refuses the call */
  #requireWritten(event: JsonObject): void {
    try {
      this.#appendNow(event);
    } catch (error) {
      this.#warn(error);
      throw new McpError('internal-error', 'the audit trail cannot be written, so no call is run: try again later');
    }
  }

  /**
   * Appends the end of a call. A failure cannot undo the call, so its answer is sent and
   * later calls are refused until writing works again.
   */
  #appendEnd(event: JsonObject): void {
    try {
      this.#appendNow(event);
    } catch (error) {
      this.#keep({ time: new Date(), event });
      this.#warn(error);
    }
  }

  #appendNow(event: JsonObject): void {
    this.#append([{ time: new Date(), event }]);
  }

  #appendSoon(event: JsonObject): void {
    this.#keep({ time: new Date(), event });
    this.#cancelFlush ??= this.#flushLater();
  }

  #flushLater(): () => void {
    const flush = (): void => {
      this.#cancelFlush = undefined;
      this.#flush();
    };
    if (this.#isFailing) {
      // Each attempt hashes all pending lines, which would cost a call more than its own work.
      const timer = setTimeout(flush, retryMs).unref();
      return () => clearTimeout(timer);
    }
    const immediate = setImmediate(flush);
    return () => clearImmediate(immediate);
  }

  #flush(): void {
    try {
      this.#append([]);
      this.#isFailing = false;
    } catch (error) {
      this.#isFailing = true;
      this.#warn(error);
    }
  }

  #keep(event: TimedEvent): void {
    if (this.#waiting.length < this.#most) this.#waiting.push(event);
    else this.#lost++;
  }

  /** Appends pending events first, and a line with the number lost. @throws when nothing was written; pending events then stay */
  #append(events: readonly TimedEvent[]): void {
    const lost = this.#lost === 0 ? [] : [{ time: new Date(), event: { event: 'lost', lines: this.#lost } }];
    const lines = [...this.#waiting, ...lost, ...events];
    if (lines.length === 0) return;
    this.file.append(lines);
    this.#waiting = [];
    this.#lost = 0;
  }

  #warn(error: unknown): void {
    const now = performance.now();
    if (now - this.#warnedAt < warnEveryMs) return;
    this.#warnedAt = now;
    this.options.onProblem?.(error, this.#lost);
  }
}

/** Leaves out claims and scopes, which may be private. */
function callerOf({ principal: { id, issuer, client } }: ObservedCall): JsonObject {
  return { id, issuer, ...(client === undefined ? {} : { client }) };
}

/** Says who sent a request. */
function originOf(call: ObservedCall): JsonObject {
  const { requestId } = call;
  return { caller: callerOf(call), request: typeof requestId === 'string' ? requestId.slice(0, 64) : requestId };
}

function traceOf({ meta }: ObservedCall): JsonObject {
  const traceId = readTraceParent(meta)?.traceId;
  return traceId === undefined ? {} : { traceId };
}

function buildOf({ build }: { readonly build?: string }): JsonObject {
  return build === undefined ? {} : { build };
}

function hashOf(input: JsonValue): string {
  return createHash('sha256').update(canonicalJson(input)).digest('hex');
}
