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
    help: 'Duration of an operation, from its start to its answer, by the MCP semantic conventions of OpenTelemetry.',
    labels: ['server', 'method', 'name', 'outcome'],
    panels: [
      {
        title: 'Calls per second',
        query: 'sum by (server) (rate(mcp_server_operation_duration_seconds_count[$__rate_interval]))',
        legend: '{{server}}',
        unit: 'reqps',
      },
      {
        title: 'Failed calls',
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
        summary: 'More than a fifth of the calls to server {{ $labels.server }} fail.',
      },
    ],
  },
  mcp_server_session_duration_seconds: {
    kind: 'histogram',
    help: 'Duration of a session, from its handshake to its end, for sessions that a single process served.',
    labels: ['server'],
  },
  mcp_client_operation_duration_seconds: {
    kind: 'histogram',
    help: 'Duration of a request to an upstream server on behalf of a client.',
    labels: ['upstream', 'method', 'outcome'],
  },
  sigil_auth_refused_total: {
    kind: 'counter',
    help: 'Refused requests: "no-token", "invalid-token", "insufficient-scope", "too-many-tries", "unavailable" or "malformed".',
    labels: ['reason'],
    alerts: [
      {
        name: 'SigilCallersRefused',
        query: 'sum by (reason) (rate(sigil_auth_refused_total[5m])) > 1',
        lastsFor: '10m',
        severity: 'warning',
        summary: 'More than one request per second is refused with {{ $labels.reason }}.',
      },
    ],
  },
  sigil_calls_in_flight: {
    kind: 'gauge',
    help: 'Operations that have started and are not answered yet.',
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
    help: 'Open sessions of handshake clients over HTTP.',
    labels: [],
    panels: [{ title: 'Sessions', query: 'sigil_sessions', legend: 'sessions', unit: 'short' }],
  },
  sigil_streams: {
    kind: 'gauge',
    help: 'Open streams: "listen" for change notifications, "native" for calls of the native view.',
    labels: ['kind'],
    panels: [{ title: 'Streams', query: 'sum by (kind) (sigil_streams)', legend: '{{kind}}', unit: 'short' }],
  },
  sigil_buffered_bytes: {
    kind: 'gauge',
    help: 'Buffered bytes: "request" for requests that are arriving or not answered yet, "answer" for answers that the client has not read.',
    labels: ['kind'],
    panels: [
      { title: 'Buffered bytes', query: 'sum by (kind) (sigil_buffered_bytes)', legend: '{{kind}}', unit: 'bytes' },
    ],
  },
  sigil_generation: {
    kind: 'gauge',
    help: 'Number of the generation of a plugin that serves, counted from the start of the process; "cid" is the CID of its manifest.',
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
  sigil_draining_generations: {
    kind: 'gauge',
    help: 'Replaced generations of a plugin that have not ended: calls still run on them, or their code is stopping.',
    labels: ['plugin'],
    panels: [
      {
        title: 'Draining generations',
        query: 'max by (plugin) (sigil_draining_generations)',
        legend: '{{plugin}}',
        unit: 'short',
      },
    ],
  },
  sigil_draining_calls: {
    kind: 'gauge',
    help: 'Calls that run on replaced generations of a plugin.',
    labels: ['plugin'],
    panels: [],
  },
  sigil_plugin_up: {
    kind: 'gauge',
    help: '1 if the newest build of the plugin serves, 0 if it was refused or there is none.',
    labels: ['plugin'],
    panels: [{ title: 'Serving plugins', query: 'sum(sigil_plugin_up)', legend: 'plugins', unit: 'short' }],
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
    help: 'Attempts to swap in another build of a plugin: "swapped" or "refused".',
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
        summary: 'The worker or process of plugin {{ $labels.plugin }} keeps crashing.',
      },
    ],
  },
  sigil_faults_total: {
    kind: 'counter',
    help: 'Errors whose details only the log has, under an incident id that callers see.',
    labels: ['server'],
  },
  sigil_limit_hits_total: {
    kind: 'counter',
    help: 'Times that a limit refused or cut something, by the name of the limit.',
    labels: ['limit'],
    alerts: [
      {
        name: 'SigilLimitHit',
        query: 'rate(sigil_limit_hits_total[5m]) > 1',
        lastsFor: '10m',
        severity: 'warning',
        summary: 'The limit {{ $labels.limit }} is hit more than once per second.',
      },
    ],
  },
  sigil_tasks_running: {
    kind: 'gauge',
    help: 'Tasks whose calls run in this process.',
    labels: ['server'],
    panels: [{ title: 'Tasks', query: 'sum by (server) (sigil_tasks_running)', legend: '{{server}}', unit: 'short' }],
  },
  sigil_store_waiting: {
    kind: 'gauge',
    help: 'Events and other writes that the shared store refused and that wait to be repeated.',
    labels: ['kind'],
    panels: [
      {
        title: 'Waiting for the store',
        query: 'sum by (kind) (sigil_store_waiting)',
        legend: '{{kind}}',
        unit: 'short',
      },
    ],
  },
  sigil_store_lost_total: {
    kind: 'counter',
    help: 'Events and other writes that were lost because too many waited for the shared store.',
    labels: ['kind'],
  },
  sigil_upstream_state: {
    kind: 'gauge',
    help: 'State of an upstream server: 1 for the present state, 0 for the others.',
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
    help: 'Duration of the last health check of an upstream server.',
    labels: ['upstream'],
  },
  sigil_upstream_openings_total: {
    kind: 'counter',
    help: 'Sessions, connections and programs of an upstream server that were opened.',
    labels: ['upstream'],
  },
  sigil_event_loop_lag_seconds: {
    kind: 'gauge',
    help: 'Delay of the event loop over the last 10 seconds: 99th percentile ("p99") and maximum ("max").',
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
    help: 'Resident memory of the process.',
    labels: [],
    panels: [{ title: 'Memory', query: 'process_resident_memory_bytes', legend: 'resident', unit: 'bytes' }],
  },
  nodejs_heap_size_used_bytes: {
    kind: 'gauge',
    help: 'Used heap of V8.',
    labels: [],
    panels: [{ title: 'Heap', query: 'nodejs_heap_size_used_bytes', legend: 'heap', unit: 'bytes' }],
  },
  nodejs_external_memory_bytes: { kind: 'gauge', help: 'Memory of buffers outside the heap.', labels: [] },
  process_cpu_seconds_total: {
    kind: 'counter',
    help: 'CPU time that the process has used.',
    labels: [],
    panels: [
      {
        title: 'CPU',
        query: 'rate(process_cpu_seconds_total[$__rate_interval])',
        legend: 'cores',
        unit: 'percentunit',
      },
    ],
  },
  process_start_time_seconds: { kind: 'gauge', help: 'Start time of the process, in seconds since 1970.', labels: [] },
  sigil_build_info: { kind: 'gauge', help: 'Always 1; the versions are labels.', labels: ['version', 'node'] },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof metricTable;
