/**
 * A structured query, as callers write it. The names of its fields are those of the model.
 */

/** How a dimension is compared. An empty cell (`null`) fits `is null` and `is not null` only. */
export type Operator =
  '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'contains' | 'starts with' | 'is null' | 'is not null';

/** A value to compare with: dates as 2024-05-31, decimals as text. */
export type FilterValue = string | number | boolean;

/** A condition that rows must meet before they are grouped. */
export interface Filter {
  /** A dimension of the source, or `join.dimension` @maxLength 200 */
  field: string;
  /** How it is compared */
  operator: Operator;
  /** One value; for `in` a list; nothing for `is null` and `is not null` @maxItems 500 */
  value?: FilterValue | FilterValue[];
}

/** A field of the result to sort by. */
export interface Order {
  /** One of the query's dimensions or measures @maxLength 200 */
  field: string;
  /** Default: from the smallest on; empty cells come last either way */
  direction?: 'asc' | 'desc';
}

/** What to read from one source of a model. */
export interface Query {
  /** Name of the model; may be left out where there is only one @maxLength 64 */
  model?: string;
  /** Source within the model @maxLength 64 */
  source: string;
  /** Fields to group by, such as `month` or `book.genre` @maxItems 20 */
  dimensions?: string[];
  /** What to add up in each group @maxItems 20 */
  measures?: string[];
  /** Conditions, all of which must hold @maxItems 20 */
  filters?: Filter[];
  /** Fields to sort by, the first one first; by the dimensions in their order otherwise @maxItems 10 */
  orderBy?: Order[];
  /** Most rows of the result @integer @minimum 1 @maximum 10000 */
  limit?: number;
}

/** The value of a cell. An integer beyond 2^53 and a decimal are text. */
export type Cell = string | number | boolean | null;
