import { Tool } from '@sigil/core';
import type { Page, Priority, Tag } from './shared.js';

/** What to look for in collection 10. */
export interface Input10 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best10';
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

/** What to look for in collection 11. */
export interface Input11 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best11';
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

/** What to look for in collection 12. */
export interface Input12 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best12';
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

/** What to look for in collection 13. */
export interface Input13 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best13';
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

/** What to look for in collection 14. */
export interface Input14 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best14';
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

/** What to look for in collection 15. */
export interface Input15 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best15';
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

/** What to look for in collection 16. */
export interface Input16 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best16';
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

/** What to look for in collection 17. */
export interface Input17 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best17';
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

/** What to look for in collection 18. */
export interface Input18 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best18';
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

/** What to look for in collection 19. */
export interface Input19 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best19';
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

/** One hit in collection 10. */
export interface Hit10 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output10 = Page<Pick<Hit10, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 11. */
export interface Hit11 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output11 = Page<Pick<Hit11, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 12. */
export interface Hit12 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output12 = Page<Pick<Hit12, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 13. */
export interface Hit13 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output13 = Page<Pick<Hit13, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 14. */
export interface Hit14 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output14 = Page<Pick<Hit14, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 15. */
export interface Hit15 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output15 = Page<Pick<Hit15, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 16. */
export interface Hit16 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output16 = Page<Pick<Hit16, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 17. */
export interface Hit17 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output17 = Page<Pick<Hit17, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 18. */
export interface Hit18 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output18 = Page<Pick<Hit18, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 19. */
export interface Hit19 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output19 = Page<Pick<Hit19, 'id' | 'title' | 'score' | 'tags'>>;

export class Area1 {
  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search10(input: Input10): Promise<Output10> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search11(input: Input11): Promise<Output11> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search12(input: Input12): Promise<Output12> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search13(input: Input13): Promise<Output13> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search14(input: Input14): Promise<Output14> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search15(input: Input15): Promise<Output15> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search16(input: Input16): Promise<Output16> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search17(input: Input17): Promise<Output17> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search18(input: Input18): Promise<Output18> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search19(input: Input19): Promise<Output19> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

}
