/**
 * The process that builds plugins while others serve them, as a separate entry: commands that only build load no server.
 */
export type {
  BuilderMessage,
  BuildDiagnostic,
  BuildReport,
  SettleRequest,
  WatchedFolders,
} from './building/builder-messages.js';
export { BuildErrors } from './building/build-errors.js';
export { openBuilderProcess } from './building/builder-process.js';
