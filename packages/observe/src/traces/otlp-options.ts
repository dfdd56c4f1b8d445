/**
 * Options of sending spans to a collector. Apart, since its reader need not have OpenTelemetry's packages.
 */

/** The collector, and what it is told of this process. */
export interface OtlpOptions {
  /** Where spans are posted to, `/v1/traces` included. Headers come from `OTEL_EXPORTER_OTLP_HEADERS`. */
  readonly url: string;
  readonly service: { readonly name: string; readonly version: string };
  /** Told at most once a minute that spans were lost: how many since the start, and why in few words. */
  readonly onLost: (lost: number, why: string) => void;
  /** Spans that wait to be sent; more are dropped. */
  readonly maxQueueSize: number;
}
