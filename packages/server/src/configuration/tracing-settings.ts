/**
 * Reads which calls are traced and where their spans are sent: from OpenTelemetry's own variables, or from the configuration file.
 *
 * Spec: OpenTelemetry environment variables, OTLP exporter
 */
import type { SamplerName } from '@sigil/observe/traces';
import { ConfigurationError } from './configuration-error.js';

/** The samplers of OpenTelemetry, by its names. */
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const satisfies readonly SamplerName[];

/** The calls to trace, and the destination of their spans. */
export interface TracingConfiguration {
  /** The collector's address for spans; undefined for none. */
  readonly url: string | undefined;
  readonly sampler: SamplerName;
  /** The part of traces that a ratio sampler keeps, from 0 to 1. */
  readonly ratio: number;
}

/** The members in a file. */
export interface TracingFile {
  readonly tracesUrl?: string | undefined;
  readonly tracesSamplePercent?: number | undefined;
}

/** @returns `undefined` when tracing is off @throws ConfigurationError naming the variable, what was expected and what came */
export function readTracing(environment: NodeJS.ProcessEnv, file: TracingFile): TracingConfiguration | undefined {
  const exporter = environment['OTEL_TRACES_EXPORTER'] || 'otlp';
  if (environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || exporter === 'none') return undefined;
  if (exporter !== 'otlp') {
    throw new ConfigurationError(`OTEL_TRACES_EXPORTER must be "otlp" or "none", got "${exporter}"`);
  }
  const percent = file.tracesSamplePercent;
  const sampler = readSampler(environment['OTEL_TRACES_SAMPLER']);
  return {
    url: readUrl(environment) ?? file.tracesUrl,
    sampler: sampler ?? (percent === undefined ? 'parentbased_always_on' : 'parentbased_traceidratio'),
    ratio: readRatio(environment['OTEL_TRACES_SAMPLER_ARG']) ?? (percent ?? 100) / 100,
  };
}

function readUrl(environment: NodeJS.ProcessEnv): string | undefined {
  const ofTraces = 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
  const ofAll = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const whole = environment[ofTraces];
  if (whole) return requireUrl(ofTraces, whole);
  const base = environment[ofAll];
  return base ? `${requireUrl(ofAll, base).replace(/\/+$/, '')}/v1/traces` : undefined;
}

/** Does not repeat the value: an address may hold credentials. */
function requireUrl(key: string, value: string): string {
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new ConfigurationError(`${key} must be an address that begins with http:// or https://`);
}

function readSampler(value: string | undefined): SamplerName | undefined {
  if (!value) return undefined;
  const known = samplers.find((it) => it === value);
  if (known !== undefined) return known;
  throw new ConfigurationError(`OTEL_TRACES_SAMPLER must be one of ${samplers.join(', ')}, got "${value}"`);
}

function readRatio(value: string | undefined): number | undefined {
  if (!value) return undefined;
  const ratio = Number(value);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new ConfigurationError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, got "${value}"`);
}
