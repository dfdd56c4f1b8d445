/**
 * A call's context that blanks secrets in everything that an author's method sends to the client or the trace. Questions count too: a
 * client shows and keeps them.
 *
 * Answers, steps and the values that a stream's result consists of are data, and pass unchanged.
 */
import { blankData } from '../model/blank-data.js';
import {
  isFormSchema,
  type AskOptions,
  type FormAnswer,
  type FormSchema,
  type LogLevel,
  type RootsAnswer,
  type SamplingAnswer,
  type SamplingQuestion,
  type UrlAnswer,
} from '../model/asking.js';
import type { AbortSource } from '../model/abort-source.js';
import type { Context, StepOptions, TaskTerms } from '../model/context.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import type { SecretFilter } from '../model/secret-filter.js';
import type { RunningEvent } from '../model/stream-event.js';
import type { SpanOptions, SpanWork, TraceSpan } from '../model/trace.js';
import { blankForm, blankQuestion } from './blank-content.js';
import type { EventLoopYield } from './event-loop-yield.js';
import { carrierOf } from './read-return.js';
import type { ClientFacts, PageOptions, StreamCarrier, StreamDelivery } from './stream-carrier.js';

/** Returns the context with blanked messages. It accepts a stream's events if the given one does. */
export function blankContext(context: Context, filter: SecretFilter): Context {
  const carrier = carrierOf(context);
  return carrier ? new BlankingCarrier(carrier, filter) : new BlankingContext(context, filter);
}

class BlankingContext<Inner extends Context> implements Context {
  constructor(
    protected readonly inner: Inner,
    protected readonly filter: SecretFilter,
  ) {}

  get signal(): AbortSignal {
    return this.inner.signal;
  }

  get principal(): Principal {
    return this.inner.principal;
  }

  get meta(): JsonObject {
    return this.inner.meta;
  }

  get clientCapabilities(): JsonObject {
    return this.inner.clientCapabilities;
  }

  reportProgress(progress: number, total?: number, message?: string): Promise<void> {
    return this.inner.reportProgress(progress, total, blankData(message, this.filter));
  }

  log(level: LogLevel, data: JsonValue, logger?: string): Promise<void> {
    return this.inner.log(level, blankData(data, this.filter), blankData(logger, this.filter));
  }

  elicit<Fields extends object>(
    message: string,
    schema?: FormSchema | AskOptions,
    options?: AskOptions,
  ): Promise<FormAnswer<Fields>> {
    const { inner, filter } = this;
    const form = isFormSchema(schema) ? blankForm(schema, filter) : schema;
    // Both forms of the method pass through here, and the inner context distinguishes them.
    return inner.elicit(blankData(message, filter), form as FormSchema, options) as Promise<FormAnswer<Fields>>;
  }

  elicitUrl(message: string, url: string, options?: AskOptions): Promise<UrlAnswer> {
    return this.inner.elicitUrl(blankData(message, this.filter), blankData(url, this.filter), options);
  }

  sample(question: SamplingQuestion, options?: AskOptions): Promise<SamplingAnswer> {
    return this.inner.sample(blankQuestion(question, this.filter), options);
  }

  listRoots(options?: AskOptions): Promise<RootsAnswer> {
    return this.inner.listRoots(options);
  }

  requireClient(needed: JsonObject): void {
    this.inner.requireClient(needed);
  }

  step<Value extends JsonValue>(
    name: string,
    effect: () => Promise<Value> | Value,
    options?: StepOptions,
  ): Promise<Value> {
    return this.inner.step(name, effect, options);
  }

  span<Result>(name: string, work: SpanWork<Result>, options?: SpanOptions): Promise<Result> {
    const { inner, filter } = this;
    const { attributes } = options ?? {};
    const blanked = attributes ? { ...options, attributes: blankData(attributes, filter) } : options;
    return inner.span(filter(name), work, blanked);
  }

  beginTask(terms?: TaskTerms): Promise<boolean> {
    const statusMessage = blankData(terms?.statusMessage, this.filter);
    return this.inner.beginTask(statusMessage === undefined ? terms : { ...terms, statusMessage });
  }

  releaseConnection(): void {
    this.inner.releaseConnection();
  }

  resourceUpdated(uri: string): void {
    this.inner.resourceUpdated(uri);
  }

  listChanged(kind: 'tools' | 'resources' | 'prompts'): void {
    this.inner.listChanged(kind);
  }
}

class BlankingCarrier extends BlankingContext<StreamCarrier> implements StreamCarrier {
  get delivery(): StreamDelivery {
    return this.inner.delivery;
  }

  get loop(): EventLoopYield | undefined {
    return this.inner.loop;
  }

  get trace(): TraceSpan | undefined {
    return this.inner.trace;
  }

  get abortSource(): AbortSource | undefined {
    return this.inner.abortSource;
  }

  get clientFacts(): ClientFacts | undefined {
    return this.inner.clientFacts;
  }

  override elicitUrl(message: string, url: string, options?: PageOptions): Promise<UrlAnswer> {
    return super.elicitUrl(message, url, options);
  }

  emit(event: RunningEvent): Promise<void> {
    const { inner, filter } = this;
    // For a reader of events, yielded values are the result; for others, a message about it.
    if (event.type === 'content' && !inner.delivery.asEvents)
      return inner.emit({ ...event, content: blankData(event.content, filter) });
    return inner.emit(blankEvent(event, filter));
  }
}

function blankEvent(event: RunningEvent, filter: SecretFilter): RunningEvent {
  if (event.type === 'toolUse') return { ...event, input: blankData(event.input, filter) };
  if (event.type === 'progress' && event.message !== undefined)
    return { ...event, message: blankData(event.message, filter) };
  if (event.type !== 'log') return event;
  const { logger } = event;
  const named = logger === undefined ? {} : { logger: blankData(logger, filter) };
  return { ...event, ...named, data: blankData(event.data, filter) };
}
