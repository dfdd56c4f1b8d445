import { Tool } from '@sigil/core';
import type { Page, Priority, Tag } from './shared.js';

/** What to look for in collection 190. */
export interface Input190 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best190';
  priority?: Priority;
  tag: Tag;
  range: [from: number, to: number];
  labels: Record<string, string>;
  nested: { deep: { deeper: boolean; list: string[][] } };
  owner: string | null;
  since: string;
  flags: readonly ('a' | 'b' | 'c')[];
  choice: { kind: 'text'; text: string } | { kind: 'count'; count: number };
  note?: string | undefined;
  exact: boolean;
}

/** What to look for in collection 191. */
export interface Input191 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best191';
  priority?: Priority;
  tag: Tag;
  range: [from: number, to: number];
  labels: Record<string, string>;
  nested: { deep: { deeper: boolean; list: string[][] } };
  owner: string | null;
  since: string;
  flags: readonly ('a' | 'b' | 'c')[];
  choice: { kind: 'text'; text: string } | { kind: 'count'; count: number };
  note?: string | undefined;
  exact: boolean;
}

/** What to look for in collection 192. */
export interface Input192 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best192';
  priority?: Priority;
  tag: Tag;
  range: [from: number, to: number];
  labels: Record<string, string>;
  nested: { deep: { deeper: boolean; list: string[][] } };
  owner: string | null;
  since: string;
  flags: readonly ('a' | 'b' | 'c')[];
  choice: { kind: 'text'; text: string } | { kind: 'count'; count: number };
  note?: string | undefined;
  exact: boolean;
}

/** What to look for in collection 193. */
export interface Input193 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best193';
  priority?: Priority;
  tag: Tag;
  range: [from: number, to: number];
  labels: Record<string, string>;
  nested: { deep: { deeper: boolean; list: string[][] } };
  owner: string | null;
  since: string;
  flags: readonly ('a' | 'b' | 'c')[];
  choice: { kind: 'text'; text: string } | { kind: 'count'; count: number };
  note?: string | undefined;
  exact: boolean;
}

/** What to look for in collection 194. */
export interface Input194 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best194';
  priority?: Priority;
  tag: Tag;
  range: [from: number, to: number];
  labels: Record<string, string>;
  nested: { deep: { deeper: boolean; list: string[][] } };
  owner: string | null;
  since: string;
  flags: readonly ('a' | 'b' | 'c')[];
  choice: { kind: 'text'; text: string } | { kind: 'count'; count: number };
  note?: string | undefined;
  exact: boolean;
}

/** What to look for in collection 195. */
export interface Input195 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best195';
  priority?: Priority;
  tag: Tag;
  range: [from: number, to: number];
  labels: Record<string, string>;
  nested: { deep: { deeper: boolean; list: string[][] } };
  owner: string | null;
  since: string;
  flags: readonly ('a' | 'b' | 'c')[];
  choice: { kind: 'text'; text: string } | { kind: 'count'; count: number };
  note?: string | undefined;
  exact: boolean;
}

/** What to look for in collection 196. */
export interface Input196 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best196';
  priority?: Priority;
  tag: Tag;
  range: [from: number, to: number];
  labels: Record<string, string>;
  nested: { deep: { deeper: boolean; list: string[][] } };
  owner: string | null;
  since: string;
  flags: readonly ('a' | 'b' | 'c')[];
  choice: { kind: 'text'; text: string } | { kind: 'count'; count: number };
  note?: string | undefined;
  exact: boolean;
}

/** What to look for in collection 197. */
export interface Input197 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best197';
  priority?: Priority;
  tag: Tag;
  range: [from: number, to: number];
  labels: Record<string, string>;
  nested: { deep: { deeper: boolean; list: string[][] } };
  owner: string | null;
  since: string;
  flags: readonly ('a' | 'b' | 'c')[];
  choice: { kind: 'text'; text: string } | { kind: 'count'; count: number };
  note?: string | undefined;
  exact: boolean;
}

/** What to look for in collection 198. */
export interface Input198 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best198';
  priority?: Priority;
  tag: Tag;
  range: [from: number, to: number];
  labels: Record<string, string>;
  nested: { deep: { deeper: boolean; list: string[][] } };
  owner: string | null;
  since: string;
  flags: readonly ('a' | 'b' | 'c')[];
  choice: { kind: 'text'; text: string } | { kind: 'count'; count: number };
  note?: string | undefined;
  exact: boolean;
}

/** What to look for in collection 199. */
export interface Input199 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best199';
  priority?: Priority;
  tag: Tag;
  range: [from: number, to: number];
  labels: Record<string, string>;
  nested: { deep: { deeper: boolean; list: string[][] } };
  owner: string | null;
  since: string;
  flags: readonly ('a' | 'b' | 'c')[];
  choice: { kind: 'text'; text: string } | { kind: 'count'; count: number };
  note?: string | undefined;
  exact: boolean;
}

/** One hit in collection 190. */
export interface Hit190 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output190 = Page<Pick<Hit190, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 191. */
export interface Hit191 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output191 = Page<Pick<Hit191, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 192. */
export interface Hit192 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output192 = Page<Pick<Hit192, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 193. */
export interface Hit193 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output193 = Page<Pick<Hit193, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 194. */
export interface Hit194 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output194 = Page<Pick<Hit194, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 195. */
export interface Hit195 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output195 = Page<Pick<Hit195, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 196. */
export interface Hit196 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output196 = Page<Pick<Hit196, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 197. */
export interface Hit197 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output197 = Page<Pick<Hit197, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 198. */
export interface Hit198 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output198 = Page<Pick<Hit198, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 199. */
export interface Hit199 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output199 = Page<Pick<Hit199, 'id' | 'title' | 'score' | 'tags'>>;

export class Area19 {
  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search190(input: Input190): Promise<Output190> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search191(input: Input191): Promise<Output191> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search192(input: Input192): Promise<Output192> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search193(input: Input193): Promise<Output193> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search194(input: Input194): Promise<Output194> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search195(input: Input195): Promise<Output195> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search196(input: Input196): Promise<Output196> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search197(input: Input197): Promise<Output197> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search198(input: Input198): Promise<Output198> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search199(input: Input199): Promise<Output199> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

}
