export { openAudit, type Audit } from './audit/open-audit.js';
export { verifyAudit } from './audit/verify-audit.js';
export { combineObservers } from './combine-observers.js';
export { openAccessLog } from './log/access-log.js';
export { metricTable, type Metric, type MetricAlert } from './metrics/metric-table.data.js';
export { openMetrics, type Metrics } from './metrics/open-metrics.js';
export type { MetricForm, Reading } from './metrics/write-exposition.js';
