/**
 * The importer, for the command line and for programs that import documents themselves.
 */
export type { GoneTool } from './import/compare-tools.js';
export { ImportError } from './import/source/import-error.js';
export { importOpenApi, type ImportOptions, type ImportReport } from './import/import-openapi.js';
export type { ImportRecord, RecordedOperation } from './import/merging/import-record.js';
export type { Conflict } from './import/merging/merge-file.js';
export type { FileChange } from './import/merging/merge-project.js';
export { noticeMeanings, type Notice, type NoticeCode } from './import/reporting/notices.js';
export type { SentBody, SentParameter } from './import/writing/plan-tool.js';
