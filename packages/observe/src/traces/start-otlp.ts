/**
 * Sends spans to a collector, over OTLP with JSON. A collector that is down, slow or refuses costs calls nothing: spans that
 * do not fit into the queue are dropped and counted.
 *
 * OpenTelemetry's packages are loaded only here, and only when traces are enabled: loading takes about half a second.
 */
import { createRequire } from 'node:module';
import type * as OpenTelemetry from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { OtelParts } from './otel-span.js';
import type { OtlpOptions } from './otlp-options.js';

/** An open OTLP export. */
export interface Otlp extends OtelParts {
  /** Sends pending spans, for at most two seconds. */
  close(): Promise<void>;
}

const require = createRequire(import.meta.url);
const exportTimeoutMs = 10_000;
const closeTimeoutMs = 2_000;
const tellEveryMs = 60_000;
const batchSize = 512;
/** Most characters of an attribute, including texts of authors. */
const longestAttribute = 4_096;

/** @throws Error that names the packages to install */
export function startOtlp(options: OtlpOptions): Otlp {
  const { url, service, maxQueueSize } = options;
  const { api, resources, sdk, exporters } = loadPackages();
  const watch = new LossWatch(options);
  const exporter = watch.over(new exporters.OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs }));
  const batches = new sdk.BatchSpanProcessor(exporter, {
    maxQueueSize,
    maxExportBatchSize: Math.min(batchSize, maxQueueSize),
    exportTimeoutMillis: exportTimeoutMs,
  });
  const provider = new sdk.BasicTracerProvider({
    // Sampling has already happened.
    sampler: new sdk.AlwaysOnSampler(),
    spanLimits: { attributeValueLengthLimit: longestAttribute },
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': service.name, 'service.version': service.version })),
    spanProcessors: [watch.before(batches)],
  });
  return {
    api,
    tracer: provider.getTracer('@sigil/observe'),
    async close() {
      await withinTime(provider.shutdown());
      watch.giveUp();
    },
  };
}

/** Loads the OpenTelemetry API, which a program that traces has installed. */
export function loadApi(): typeof OpenTelemetry {
  return require('@opentelemetry/api') as typeof OpenTelemetry;
}

function loadPackages() {
  try {
    // Load CommonJS: the ES modules import their own files without extensions, which Node.js does not resolve.
    return {
      api: loadApi(),
      resources: require('@opentelemetry/resources') as typeof import('@opentelemetry/resources'),
      sdk: require('@opentelemetry/sdk-trace-base') as typeof import('@opentelemetry/sdk-trace-base'),
      exporters:
        require('@opentelemetry/exporter-trace-otlp-http') as typeof import('@opentelemetry/exporter-trace-otlp-http'),
    };
  } catch (cause) {
    const names = ['api', 'resources', 'sdk-trace-base', 'exporter-trace-otlp-http'];
    const packages = names.map((name) => `@opentelemetry/${name}`).join(' ');
    throw new Error(`traces need packages that are not installed; run: npm install ${packages}`, { cause });
  }
}

/** Counts pending and lost spans. */
class LossWatch {
  #waiting = 0;
  #lost = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: Pick<OtlpOptions, 'maxQueueSize' | 'onLost'>) {}

  before(next: SpanProcessor): SpanProcessor {
    return {
      onStart: (span, context) => next.onStart(span, context),
      onEnd: (span) => {
        if (this.#waiting >= this.options.maxQueueSize) return this.#lose(1, 'too many wait');
        this.#waiting++;
        next.onEnd(span);
      },
      forceFlush: () => next.forceFlush(),
      shutdown: () => next.shutdown(),
    };
  }

  /** Reports failures only here: the exporter's own handler would write to the console. */
  over(exporter: SpanExporter): SpanExporter {
    return {
      export: (spans: ReadableSpan[], done) =>
        exporter.export(spans, ({ code, error }) => {
          this.#waiting -= spans.length;
          if (code !== succeeded) this.#lose(spans.length, describe(error));
          done({ code: succeeded });
        }),
      forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
      shutdown: () => exporter.shutdown(),
    };
  }

  /** Counts all pending spans as lost. */
  giveUp(): void {
    const waiting = this.#waiting;
    this.#waiting = 0;
    this.#toldAt = Number.NEGATIVE_INFINITY;
    if (waiting > 0) this.#lose(waiting, 'the server closed before the collector took them');
  }

  #lose(count: number, why: string): void {
    this.#lost += count;
    const now = performance.now();
    if (now - this.#toldAt < tellEveryMs) return;
    this.#toldAt = now;
    this.options.onLost(this.#lost, why);
  }
}

/** The value of `ExportResultCode.SUCCESS`. */
const succeeded = 0;

/** Describes an error by its status only: a collector's answer may contain anything. */
function describe(error: Error | undefined): string {
  if (!error) return 'the collector did not take them';
  const { code } = error as Error & { readonly code?: unknown };
  if (typeof code === 'number') return `the collector answered ${code}`;
  return typeof code === 'string' ? `the collector cannot be reached: ${code}` : error.name;
}

async function withinTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, closeTimeoutMs)));
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
