import { Tool } from '@sigil/core';
import type { Page, Priority, Tag } from './shared.js';

/** What to look for in collection 50. */
export interface Input50 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best50';
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

/** What to look for in collection 51. */
export interface Input51 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best51';
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

/** What to look for in collection 52. */
export interface Input52 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best52';
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

/** What to look for in collection 53. */
export interface Input53 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best53';
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

/** What to look for in collection 54. */
export interface Input54 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best54';
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

/** What to look for in collection 55. */
export interface Input55 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best55';
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

/** What to look for in collection 56. */
export interface Input56 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best56';
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

/** What to look for in collection 57. */
export interface Input57 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best57';
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

/** What to look for in collection 58. */
export interface Input58 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best58';
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

/** What to look for in collection 59. */
export interface Input59 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best59';
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

/** One hit in collection 50. */
export interface Hit50 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output50 = Page<Pick<Hit50, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 51. */
export interface Hit51 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output51 = Page<Pick<Hit51, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 52. */
export interface Hit52 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output52 = Page<Pick<Hit52, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 53. */
export interface Hit53 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output53 = Page<Pick<Hit53, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 54. */
export interface Hit54 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output54 = Page<Pick<Hit54, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 55. */
export interface Hit55 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output55 = Page<Pick<Hit55, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 56. */
export interface Hit56 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output56 = Page<Pick<Hit56, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 57. */
export interface Hit57 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output57 = Page<Pick<Hit57, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 58. */
export interface Hit58 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output58 = Page<Pick<Hit58, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 59. */
export interface Hit59 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output59 = Page<Pick<Hit59, 'id' | 'title' | 'score' | 'tags'>>;

export class Area5 {
  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search50(input: Input50): Promise<Output50> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search51(input: Input51): Promise<Output51> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search52(input: Input52): Promise<Output52> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search53(input: Input53): Promise<Output53> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search54(input: Input54): Promise<Output54> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search55(input: Input55): Promise<Output55> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search56(input: Input56): Promise<Output56> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search57(input: Input57): Promise<Output57> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search58(input: Input58): Promise<Output58> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search59(input: Input59): Promise<Output59> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

}
