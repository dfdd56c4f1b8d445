/**
 * The rows and the numbers of the dashboard, for its page without scripts. Apart from the package's other exports, since most servers never
 * format a number.
 */
export {
  formatAge,
  formatCount,
  formatDuration,
  formatFailures,
  formatPercentile,
  formatSize,
  nameRemoteState,
  nothing,
} from './dashboard/format.js';
export { buildServerRows, type ServerRow } from './dashboard/server-row.js';
