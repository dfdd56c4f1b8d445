/**
 * Publishes one tool that runs Malloy: a query of the model, a view of a source, or the caller's text.
 */
import { isToolError, Tool, ToolError, type ContentBlock } from '@sigil/core';
import type { ModelHost } from './model-host.js';
import type { ModelInfo, QueryOutcome } from './model-protocol.js';
import { toolErrorOf } from './model-refused.js';
import type { Package, Packages } from './packages.js';

/** What to run. Give either `query`, or `queryName` with or without `sourceName`. */
export interface ExecuteQuery {
  /** Name of the project, such as `home` @maxLength 200 @example "home" */
  projectName: string;
  /** Name of the package @maxLength 200 @example "bookshop" */
  packageName: string;
  /** Path of the model within the package @maxLength 500 @example "bookshop.malloy" */
  modelPath: string;
  /** Malloy to run, such as `run: sales -> revenue_by_month` @maxLength 20000 */
  query?: string;
  /** Source that has the view which `queryName` names @maxLength 200 */
  sourceName?: string;
  /** A query of the model, or with `sourceName` a view of that source @maxLength 200 */
  queryName?: string;
  /** Most rows @integer @minimum 1 @maximum 10000 */
  limit?: number;
}

/** The part that selects the query. */
type Asked = { readonly [Key in 'query' | 'sourceName' | 'queryName']: string | undefined };

/** The model to query, and the most rows. */
interface Place {
  readonly projectName: string;
  readonly packageName: string;
  readonly modelPath: string;
  readonly rowLimit: number;
}

const defaultRows = 1_000;

export class ExecuteQueryTool {
  constructor(
    private readonly packages: Packages,
    private readonly host: ModelHost,
  ) {}

  /**
   * Run a Malloy query over a model.
   *
   * Give `query` with Malloy text, or `queryName` for a query that the model names, or both `sourceName` and `queryName` for a view. The
   * answer has three JSON blocks: the rows, what is known of them (columns, SQL, and whether the row limit was hit), and how they are
   * meant to be shown. An error has one JSON block with `error` and `suggestions`. SQL within a query is refused.
   */
  @Tool({ name: 'malloy_executeQuery', readOnly: true, openWorld: false })
  async executeQuery(
    { projectName, packageName, modelPath, query, sourceName, queryName, limit }: ExecuteQuery,
    signal: AbortSignal,
  ): Promise<ContentBlock[]> {
    const uri = `malloy://project/${[projectName, 'package', packageName, 'models', modelPath].map(encodeURIComponent).join('/')}`;
    const asked: Asked = { query, sourceName, queryName };
    const rowLimit = limit ?? defaultRows;
    try {
      const outcome = await this.#run({ projectName, packageName, modelPath, rowLimit }, asked, signal);
      return writeBlocks(uri, outcome, { rowLimit, by: limit === undefined ? 'default' : 'query' });
    } catch (error) {
      throw isToolError(error) ? withJson(error, `${uri}#error`) : error;
    }
  }

  async #run(
    { projectName, packageName, modelPath, rowLimit }: Place,
    asked: Asked,
    signal: AbortSignal,
  ): Promise<QueryOutcome> {
    const { query } = asked;
    const text = textOf(asked);
    const found = await this.#find(projectName, packageName, modelPath);
    const model = await this.#compile(found, modelPath);
    requireNames(model, asked);
    const job = { model: modelPath, text, rowLimit: rowLimit + 1, isForeign: query !== undefined };
    const where = query === undefined ? modelPath : 'query';
    return this.host.run(found.folder, job, signal).catch((error: unknown) => {
      throw toolErrorOf(error, where, model);
    });
  }

  async #find(projectName: string, packageName: string, modelPath: string): Promise<Package> {
    try {
      return await this.packages.findModel(projectName, packageName, modelPath);
    } catch (error) {
      const { data } = error as { data?: { error: string; suggestions: string[] } };
      throw data ? new ToolError(data.error, { suggestions: data.suggestions }) : error;
    }
  }

  async #compile({ folder }: Package, model: string): Promise<ModelInfo> {
    try {
      return await this.host.compile(folder, model);
    } catch (error) {
      throw toolErrorOf(error, model);
    }
  }
}

/** Returns the error with a block `{ error, suggestions }` in JSON beside its text. */
function withJson({ message, suggestions, cause }: ToolError, jsonUri: string): ToolError {
  return new ToolError(message, { suggestions, cause, jsonUri });
}

/** @throws ToolError for contradictory parameters */
function textOf({ query, sourceName, queryName }: Asked): string {
  const suggestions = ['Give "query" alone, or "queryName" with or without "sourceName"'];
  if (query !== undefined && queryName !== undefined) {
    throw new ToolError('the parameters "query" and "queryName" are mutually exclusive', { suggestions });
  }
  if (query !== undefined && sourceName !== undefined) {
    throw new ToolError('the parameters "query" and "sourceName" are mutually exclusive', { suggestions });
  }
  if (query !== undefined) return query;
  if (queryName === undefined) throw new ToolError('one of "query" and "queryName" is needed', { suggestions });
  return sourceName === undefined ? `run: ${quote(queryName)}` : `run: ${quote(sourceName)} -> ${quote(queryName)}`;
}

function quote(name: string): string {
  return `\`${name.replaceAll(/[`\\]/g, '\\$&')}\``;
}

/** @throws ToolError with the known names */
function requireNames(model: ModelInfo, { sourceName, queryName }: Asked): void {
  if (queryName === undefined) return;
  if (sourceName === undefined) {
    const queries = model.queries.map(({ name }) => name);
    if (queries.includes(queryName)) return;
    throw new ToolError(`the model has no query "${queryName}"`, { suggestions: [thereAre(queries)] });
  }
  const source = model.sources.find(({ name }) => name === sourceName);
  const sources = model.sources.map(({ name }) => name);
  if (!source) throw new ToolError(`the model has no source "${sourceName}"`, { suggestions: [thereAre(sources)] });
  const views = source.fields.filter(({ kind }) => kind === 'view').map(({ name }) => name);
  if (views.includes(queryName)) return;
  throw new ToolError(`the source "${sourceName}" has no view "${queryName}"`, { suggestions: [thereAre(views)] });
}

function thereAre(names: readonly string[]): string {
  return `There are: ${names.join(', ') || 'none'}`;
}

interface RowLimit {
  readonly rowLimit: number;
  readonly by: 'query' | 'default';
}

/** Writes the answer. One row more than the limit was read, which shows whether the limit was hit. */
function writeBlocks(
  uri: string,
  { rows, fields, sql, annotations }: QueryOutcome,
  { rowLimit, by }: RowLimit,
): ContentBlock[] {
  const kept = rows.slice(0, rowLimit);
  const block = (name: string, value: object): ContentBlock => ({
    type: 'resource',
    resource: { uri: `${uri}#${name}`, mimeType: 'application/json', text: JSON.stringify(value) },
  });
  const limit = { rows: rowLimit, by, reached: rows.length > rowLimit };
  return [
    block('result', kept),
    block('metadata', { fields, rowCount: kept.length, limit, sql }),
    block('rendering', { annotations }),
  ];
}
