import { Tool } from '@sigil/core';
import type { Page, Priority, Tag } from './shared.js';

/** What to look for in collection 20. */
export interface Input20 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best20';
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

/** What to look for in collection 21. */
export interface Input21 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best21';
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

/** What to look for in collection 22. */
export interface Input22 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best22';
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

/** What to look for in collection 23. */
export interface Input23 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best23';
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

/** What to look for in collection 24. */
export interface Input24 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best24';
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

/** What to look for in collection 25. */
export interface Input25 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best25';
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

/** What to look for in collection 26. */
export interface Input26 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best26';
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

/** What to look for in collection 27. */
export interface Input27 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best27';
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

/** What to look for in collection 28. */
export interface Input28 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best28';
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

/** What to look for in collection 29. */
export interface Input29 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best29';
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

/** One hit in collection 20. */
export interface Hit20 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output20 = Page<Pick<Hit20, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 21. */
export interface Hit21 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output21 = Page<Pick<Hit21, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 22. */
export interface Hit22 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output22 = Page<Pick<Hit22, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 23. */
export interface Hit23 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output23 = Page<Pick<Hit23, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 24. */
export interface Hit24 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output24 = Page<Pick<Hit24, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 25. */
export interface Hit25 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output25 = Page<Pick<Hit25, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 26. */
export interface Hit26 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output26 = Page<Pick<Hit26, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 27. */
export interface Hit27 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output27 = Page<Pick<Hit27, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 28. */
export interface Hit28 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output28 = Page<Pick<Hit28, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 29. */
export interface Hit29 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output29 = Page<Pick<Hit29, 'id' | 'title' | 'score' | 'tags'>>;

export class Area2 {
  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search20(input: Input20): Promise<Output20> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search21(input: Input21): Promise<Output21> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search22(input: Input22): Promise<Output22> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search23(input: Input23): Promise<Output23> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search24(input: Input24): Promise<Output24> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search25(input: Input25): Promise<Output25> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search26(input: Input26): Promise<Output26> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search27(input: Input27): Promise<Output27> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search28(input: Input28): Promise<Output28> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search29(input: Input29): Promise<Output29> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

}
