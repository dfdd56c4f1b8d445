/**
 * Creates a span for each traced call, following OpenTelemetry's conventions for MCP. Arguments, results and addresses with
 * variables never go into a span.
 *
 * Spec: OpenTelemetry semantic conventions 1.45, gen-ai/mcp
 */
import type { Attributes, Context, SpanContext } from '@opentelemetry/api';
import type { CallEnd, CallFollower, CallObserver, ObservedCall } from '@sigil/core/engine';
import { methodOf, nameOf, other } from '../named-component.js';
import { OtelSpan, type OtelParts } from './otel-span.js';
import type { Sampler } from './sampler.js';
import { readTraceParent, type TraceParent } from './trace-parent.js';
import { UnsampledSpan } from './unsampled-span.js';

export function traceCalls(parts: OtelParts, isTraced: Sampler): CallObserver {
  return {
    began(call) {
      const parent = readTraceParent(call.params['_meta']);
      if (isTraced(parent)) return follow(beginSpan(parts, call, parent));
      // A client's own sampling decision is passed on unchanged.
      return parent ? undefined : new UnsampledSpan();
    },
  };
}

function beginSpan(parts: OtelParts, call: ObservedCall, parent: TraceParent | undefined): OtelSpan {
  const { api, tracer } = parts;
  const method = methodOf(call);
  const name = nameOf(call);
  const target = name === '' || name === other ? '' : ` ${name}`;
  const options = { kind: api.SpanKind.SERVER, attributes: attributesOf(call, method, name) };
  return new OtelSpan(parts, tracer.startSpan(`${method}${target}`, options, contextOf(parts, parent)));
}

/** Most characters of an id. */
const longestId = 64;

function attributesOf({ requestId, revision, server }: ObservedCall, method: string, name: string): Attributes {
  return {
    'mcp.method.name': method,
    'mcp.protocol.version': revision.date,
    // Truncated: the client chooses the id, and thousands of spans wait while the collector is away.
    'jsonrpc.request.id': String(requestId).slice(0, longestId),
    'sigil.server': server.info.name,
    ...(method === 'tools/call' ? { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name } : {}),
    ...(method === 'prompts/get' ? { 'gen_ai.prompt.name': name } : {}),
  };
}

function contextOf({ api }: OtelParts, parent: TraceParent | undefined): Context {
  if (!parent) return api.ROOT_CONTEXT;
  const { traceId, spanId, isSampled, state } = parent;
  const traceFlags = isSampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE;
  const place: SpanContext = { traceId, spanId, traceFlags, isRemote: true };
  const traceState = state === undefined ? undefined : api.createTraceState(state);
  return api.trace.setSpanContext(api.ROOT_CONTEXT, traceState ? { ...place, traceState } : place);
}

function follow(span: OtelSpan): CallFollower {
  return {
    span,
    ended(end) {
      const failure = failureOf(end);
      if (failure !== undefined) span.fail(failure);
      else if (end.outcome !== 'ok') span.span.setAttribute('sigil.outcome', end.outcome);
      span.end();
    },
  };
}

function failureOf({ outcome, problem }: CallEnd): string | undefined {
  if (outcome === 'tool-error') return 'tool_error';
  return outcome === 'error' ? problem : undefined;
}
