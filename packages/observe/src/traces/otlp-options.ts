/**
 * Options for sending spans to a collector. A separate file, since its readers need not have OpenTelemetry's packages.
 */

/** The collector, and the process details it receives. */
export interface OtlpOptions {
  /** URL that spans are posted to, including `/v1/traces`. Headers come from `OTEL_EXPORTER_OTLP_HEADERS`. */
  readonly url: string;
  readonly service: { readonly name: string; readonly version: string };
  /** Reports lost spans at most once a minute: how many since the start, and why in few words. */
  readonly onLost: (lost: number, why: string) => void;
  /** Most spans that wait to be sent; further ones are dropped. */
  readonly maxQueueSize: number;
}
