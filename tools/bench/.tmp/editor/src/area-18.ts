import { Tool } from '@sigil/core';
import type { Page, Priority, Tag } from './shared.js';

/** What to look for in collection 180. */
export interface Input180 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best180';
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

/** What to look for in collection 181. */
export interface Input181 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best181';
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

/** What to look for in collection 182. */
export interface Input182 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best182';
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

/** What to look for in collection 183. */
export interface Input183 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best183';
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

/** What to look for in collection 184. */
export interface Input184 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best184';
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

/** What to look for in collection 185. */
export interface Input185 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best185';
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

/** What to look for in collection 186. */
export interface Input186 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best186';
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

/** What to look for in collection 187. */
export interface Input187 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best187';
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

/** What to look for in collection 188. */
export interface Input188 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best188';
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

/** What to look for in collection 189. */
export interface Input189 {
  /** Words, as people write them. @minLength 1 @maxLength 200 */
  query: string;
  /** How many results. @minimum 1 @maximum 100 */
  limit?: number;
  order: 'newest' | 'oldest' | 'best189';
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

/** One hit in collection 180. */
export interface Hit180 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output180 = Page<Pick<Hit180, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 181. */
export interface Hit181 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output181 = Page<Pick<Hit181, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 182. */
export interface Hit182 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output182 = Page<Pick<Hit182, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 183. */
export interface Hit183 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output183 = Page<Pick<Hit183, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 184. */
export interface Hit184 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output184 = Page<Pick<Hit184, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 185. */
export interface Hit185 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output185 = Page<Pick<Hit185, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 186. */
export interface Hit186 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output186 = Page<Pick<Hit186, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 187. */
export interface Hit187 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output187 = Page<Pick<Hit187, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 188. */
export interface Hit188 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output188 = Page<Pick<Hit188, 'id' | 'title' | 'score' | 'tags'>>;

/** One hit in collection 189. */
export interface Hit189 {
  id: string;
  title: string;
  score: number;
  tags: string[];
  priority: Priority;
  secret: string;
}

export type Output189 = Page<Pick<Hit189, 'id' | 'title' | 'score' | 'tags'>>;

export class Area18 {
  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search180(input: Input180): Promise<Output180> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search181(input: Input181): Promise<Output181> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search182(input: Input182): Promise<Output182> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search183(input: Input183): Promise<Output183> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search184(input: Input184): Promise<Output184> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search185(input: Input185): Promise<Output185> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search186(input: Input186): Promise<Output186> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search187(input: Input187): Promise<Output187> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search188(input: Input188): Promise<Output188> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

  /**
   * Searches the collection.
   * @param input What to look for
   */
  @Tool({ readOnly: true })
  async search189(input: Input189): Promise<Output189> {
    return { items: [{ id: input.query, title: input.order, score: input.limit ?? 1, tags: [] }], total: 1 };
  }

}
