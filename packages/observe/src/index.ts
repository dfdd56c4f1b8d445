export { openAudit, type Audit, type AuditOptions } from './audit/open-audit.js';
export { verifyAudit, type AuditCheck } from './audit/verify-audit.js';
export { combineObservers } from './combine-observers.js';
export { openAccessLog, type AccessEntry, type AccessLogOptions } from './log/access-log.js';
export { defaultObserveLimits, type ObserveLimits } from './limits.js';
export {
  metricTable,
  type Metric,
  type MetricAlert,
  type MetricName,
  type MetricPanel,
} from './metrics/metric-table.data.js';
export { openMetrics, type Metrics, type MetricsOptions } from './metrics/open-metrics.js';
export type { MetricForm, Reading } from './metrics/write-exposition.js';
