/**
 * Every metric: its kind, its labels, and the panels and alerts based on it.
 *
 * The exposition, `docs/reference/metrics.md`, `deploy/grafana.json` and `deploy/alerts.yaml` are all written from this table.
 */

/** A panel of the dashboard. */
export interface MetricPanel {
  readonly title: string;
  /** PromQL; words in braces in a legend are labels. */
  readonly query: string;
  readonly legend: string;
  /** Unit, by Grafana's name. */
  readonly unit: 's' | 'bytes' | 'short' | 'reqps' | 'percentunit';
}

/** An alerting rule. */
export interface MetricAlert {
  readonly name: string;
  readonly query: string;
  /** A duration in Prometheus's notation. */
  readonly lastsFor: string;
  readonly severity: 'warning' | 'critical';
  /** A sentence; `{{ $labels.x }}` is a label. */
  readonly summary: string;
}

/** One metric. Names follow Prometheus: with the unit, and `_total` for counters. */
export interface Metric {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** A sentence. */
  readonly help: string;
  readonly labels: readonly string[];
  readonly panels?: readonly MetricPanel[];
  readonly alerts?: readonly MetricAlert[];
}

const durationBuckets = 'sum by (le) (rate(mcp_server_operation_duration_seconds_bucket[$__rate_interval]))';

export const metricTable = {
  mcp_server_operation_duration_seconds: {
    kind: 'histogram',
    help: 'Time from the beginning of an operation to its answer, as the MCP semantic conventions of OpenTelemetry have it.',
    labels: ['server', 'method', 'name', 'outcome'],
    panels: [
      {
        title: 'Calls a second',
        query: 'sum by (server) (rate(mcp_server_operation_duration_seconds_count[$__rate_interval]))',
        legend: '{{server}}',
        unit: 'reqps',
      },
      {
        title: 'Calls that failed',
        query:
          'sum by (server, outcome) (rate(mcp_server_operation_duration_seconds_count{outcome=~"error|tool-error"}[$__rate_interval]))',
        legend: '{{server}} {{outcome}}',
        unit: 'reqps',
      },
      { title: 'Median', query: `histogram_quantile(0.5, ${durationBuckets})`, legend: 'p50', unit: 's' },
      { title: 'Slowest 5 %', query: `histogram_quantile(0.95, ${durationBuckets})`, legend: 'p95', unit: 's' },
      { title: 'Slowest 1 %', query: `histogram_quantile(0.99, ${durationBuckets})`, legend: 'p99', unit: 's' },
      {
        title: 'Slowest tools (p95)',
        query:
          'topk(10, histogram_quantile(0.95, sum by (le, server, name) (rate(mcp_server_operation_duration_seconds_bucket{method="tools/call"}[$__rate_interval]))))',
        legend: '{{server}} {{name}}',
        unit: 's',
      },
    ],
    alerts: [
      {
        name: 'SigilCallsFail',
        query:
          'sum by (server) (rate(mcp_server_operation_duration_seconds_count{outcome=~"error|tool-error"}[5m])) / sum by (server) (rate(mcp_server_operation_duration_seconds_count[5m])) > 0.2',
        lastsFor: '10m',
        severity: 'warning',
        summary: 'More than a fifth of the calls of server {{ $labels.server }} fail.',
      },
    ],
  },
  mcp_server_session_duration_seconds: {
    kind: 'histogram',
    help: 'Time from the handshake of a session to its end, of sessions that one process has served alone.',
    labels: ['server'],
  },
  mcp_client_operation_duration_seconds: {
    kind: 'histogram',
    help: 'Time from a request to an upstream server to its answer, of requests that are passed on for clients.',
    labels: ['upstream', 'method', 'outcome'],
  },
  sigil_auth_refused_total: {
    kind: 'counter',
    help: 'Requests of callers that were refused: "no-token", "invalid-token", "insufficient-scope", "too-many-tries", "unavailable" or "malformed".',
    labels: ['reason'],
    alerts: [
      {
        name: 'SigilCallersRefused',
        query: 'sum by (reason) (rate(sigil_auth_refused_total[5m])) > 1',
        lastsFor: '10m',
        severity: 'warning',
        summary: 'More than one request a second is refused for {{ $labels.reason }}.',
      },
    ],
  },
  sigil_calls_in_flight: {
    kind: 'gauge',
    help: 'Operations that have begun and are not answered.',
    labels: ['server'],
    panels: [
      {
        title: 'Calls in flight',
        query: 'sum by (server) (sigil_calls_in_flight)',
        legend: '{{server}}',
        unit: 'short',
      },
    ],
  },
  sigil_sessions: {
    kind: 'gauge',
    help: 'Sessions of clients with a handshake over HTTP.',
    labels: [],
    panels: [{ title: 'Sessions', query: 'sigil_sessions', legend: 'sessions', unit: 'short' }],
  },
  sigil_streams: {
    kind: 'gauge',
    help: 'Open streams: "listen" of change notices, "native" of calls of the native view.',
    labels: ['kind'],
    panels: [{ title: 'Streams', query: 'sum by (kind) (sigil_streams)', legend: '{{kind}}', unit: 'short' }],
  },
  sigil_buffered_bytes: {
    kind: 'gauge',
    help: 'Bytes in memory: "request" on their way and until they are answered, "answer" that wait to be read.',
    labels: ['kind'],
    panels: [
      { title: 'Buffered bytes', query: 'sum by (kind) (sigil_buffered_bytes)', legend: '{{kind}}', unit: 'bytes' },
    ],
  },
  sigil_generation: {
    kind: 'gauge',
    help: 'Number of the generation of a plugin that serves, counted from the start; "cid" is that of its manifest.',
    labels: ['plugin', 'cid'],
    panels: [
      {
        title: 'Generations',
        query: 'max by (plugin) (sigil_generation)',
        legend: '{{plugin}}',
        unit: 'short',
      },
    ],
  },
  sigil_plugin_up: {
    kind: 'gauge',
    help: '1 for a plugin whose newest build serves, 0 for one that was refused or has no build.',
    labels: ['plugin'],
    panels: [{ title: 'Plugins that serve', query: 'sum(sigil_plugin_up)', legend: 'plugins', unit: 'short' }],
    alerts: [
      {
        name: 'SigilPluginRefused',
        query: 'sigil_plugin_up == 0',
        lastsFor: '5m',
        severity: 'warning',
        summary: 'The newest build of plugin {{ $labels.plugin }} does not serve.',
      },
    ],
  },
  sigil_swaps_total: {
    kind: 'counter',
    help: 'Tries to bring another build of a plugin up: "swapped" or "refused".',
    labels: ['plugin', 'outcome'],
    panels: [
      {
        title: 'Swaps',
        query: 'sum by (plugin, outcome) (increase(sigil_swaps_total[$__rate_interval]))',
        legend: '{{plugin}} {{outcome}}',
        unit: 'short',
      },
    ],
  },
  sigil_link_restarts_total: {
    kind: 'counter',
    help: 'Restarts of the worker or process of a plugin.',
    labels: ['plugin'],
    alerts: [
      {
        name: 'SigilPluginRestarts',
        query: 'increase(sigil_link_restarts_total[10m]) > 3',
        lastsFor: '0m',
        severity: 'warning',
        summary: 'The worker or process of plugin {{ $labels.plugin }} ends by itself again and again.',
      },
    ],
  },
  sigil_faults_total: {
    kind: 'counter',
    help: 'Errors that the log tells of and callers only see as plain ones.',
    labels: ['server'],
  },
  sigil_limit_hits_total: {
    kind: 'counter',
    help: 'How often a limit refused or cut something, by its name in the table of limits.',
    labels: ['limit'],
    alerts: [
      {
        name: 'SigilLimitHit',
        query: 'rate(sigil_limit_hits_total[5m]) > 1',
        lastsFor: '10m',
        severity: 'warning',
        summary: 'The limit {{ $labels.limit }} is hit more than once a second.',
      },
    ],
  },
  sigil_tasks_running: {
    kind: 'gauge',
    help: 'Tasks whose calls run in this process.',
    labels: ['server'],
    panels: [{ title: 'Tasks', query: 'sum by (server) (sigil_tasks_running)', legend: '{{server}}', unit: 'short' }],
  },
  sigil_upstream_state: {
    kind: 'gauge',
    help: 'How an upstream server is: 1 for the state that it is in.',
    labels: ['upstream', 'state'],
    alerts: [
      {
        name: 'SigilUpstreamAway',
        query: 'sigil_upstream_state{state="serving"} == 0',
        lastsFor: '5m',
        severity: 'warning',
        summary: 'The upstream {{ $labels.upstream }} does not serve.',
      },
    ],
  },
  sigil_upstream_latency_seconds: {
    kind: 'gauge',
    help: 'How long the last health check of an upstream took.',
    labels: ['upstream'],
  },
  sigil_event_loop_lag_seconds: {
    kind: 'gauge',
    help: 'How late the event loop was in the last 10 seconds: the slowest percent ("p99") and the latest ("max").',
    labels: ['of'],
    panels: [
      { title: 'Event loop lag', query: 'max by (of) (sigil_event_loop_lag_seconds)', legend: '{{of}}', unit: 's' },
    ],
    alerts: [
      {
        name: 'SigilEventLoopBlocked',
        query: 'sigil_event_loop_lag_seconds{of="p99"} > 0.5',
        lastsFor: '1m',
        severity: 'critical',
        summary: 'Inline code blocks the event loop of {{ $labels.instance }}.',
      },
    ],
  },
  process_resident_memory_bytes: {
    kind: 'gauge',
    help: 'Memory of the process.',
    labels: [],
    panels: [{ title: 'Memory', query: 'process_resident_memory_bytes', legend: 'resident', unit: 'bytes' }],
  },
  nodejs_heap_size_used_bytes: {
    kind: 'gauge',
    help: 'Heap in use.',
    labels: [],
    panels: [{ title: 'Heap', query: 'nodejs_heap_size_used_bytes', legend: 'heap', unit: 'bytes' }],
  },
  nodejs_external_memory_bytes: { kind: 'gauge', help: 'Memory of buffers outside the heap.', labels: [] },
  process_cpu_seconds_total: {
    kind: 'counter',
    help: 'Processor time that the process has used.',
    labels: [],
    panels: [
      {
        title: 'Processor',
        query: 'rate(process_cpu_seconds_total[$__rate_interval])',
        legend: 'cores',
        unit: 'percentunit',
      },
    ],
  },
  process_start_time_seconds: { kind: 'gauge', help: 'When the process started, in seconds since 1970.', labels: [] },
  sigil_build_info: { kind: 'gauge', help: 'Always 1; the versions are labels.', labels: ['version', 'node'] },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof metricTable;
