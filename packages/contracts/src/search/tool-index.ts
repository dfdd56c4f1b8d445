/**
 * Finds tools by what a question says about them, without a model: by words, their stems, synonyms, beginnings and typos.
 *
 * Equal tools in equal order give equal answers, on each start and in each process.
 */
import { NearWords } from './near-words.js';
import { splitWords } from './split-words.js';
import { stemOf } from './word-stem.js';
import { stopWords } from './stop-words.data.js';
import { phraseMeanings, synonymGroups } from './synonyms.data.js';
import type { ToolTerms } from './tool-terms.js';

/** A tool to be found, and its terms without those of its name. */
export interface IndexedTool {
  readonly name: string;
  readonly terms: ToolTerms;
}

/** A found tool by its place in the list that was indexed; the best has the greatest score. */
export interface FoundTool {
  readonly index: number;
  readonly score: number;
}

/** Characters of a question that are read; a page of text finds a tool no better than its first sentences. */
export const longestQuery = 1_000;
const mostQueryWords = 24;

/** Weight of each word of a name. */
const nameWeight = 6;
/** A term with this weight counts half of what a term of any weight can. */
const halfWeight = 7;
/** The share of a tool's length in its score: tools with long texts have more words by chance. */
const lengthShare = 0.15;
/** The weight of a match, by the relation between a word of the question and the term. */
const factors = {
  exact: 1,
  plural: 0.97,
  stem: 0.8,
  near: 0.75,
  synonym: 0.8,
  distant: 0.4,
  beginning: 0.5,
  ending: 0.5,
};
/** Words that the tools use themselves mean their synonyms less often. */
const knownWordShare = 0.75;
/** The shortest part of a word that finds the word. */
const shortestBeginning = 4;
/** The stems are English; the endings of other languages are at most this long. */
const longestEnding = 3;

/** The tools with one term, and its weight in each. */
interface Postings {
  readonly tools: number[];
  readonly weights: number[];
}

/** The terms that a word of the question may mean, each with the factor of its weight. */
type Matched = ReadonlyMap<string, number>;

export class ToolIndex {
  readonly #words = new Map<string, Postings>();
  /** The words of the vocabulary by stem. */
  readonly #byStem = new Map<string, string[]>();
  readonly #lengths: number[] = [];
  #meanLength = 1;
  #near: NearWords | undefined;
  #sorted: readonly string[] | undefined;

  constructor(tools: readonly IndexedTool[]) {
    tools.forEach((tool, index) => this.#add(tool, index));
    const total = this.#lengths.reduce((sum, length) => sum + length, 0);
    if (total > 0) this.#meanLength = total / this.#lengths.length;
  }

  /** @returns the best tools, best first; tools with equal scores in the order of the index. Empty if no word of the question is known */
  search(query: string, limit: number): FoundTool[] {
    const { words, meanings } = readQuery(query);
    const scores = new Float64Array(this.#lengths.length);
    const best = new Float64Array(this.#lengths.length);
    for (const matched of [...words.map((word) => this.#match(word)), ...meanings.map((it) => this.#mean(it))]) {
      best.fill(0);
      for (const [term, factor] of matched) this.#score(term, factor, best);
      for (let tool = 0; tool < best.length; tool++) scores[tool]! += best[tool]!;
    }
    return pickBest(scores, limit);
  }

  #add({ name, terms }: IndexedTool, tool: number): void {
    const ofName = new Map<string, number>();
    for (const word of splitWords(name)) ofName.set(word, nameWeight);
    let length = 0;
    for (const word in terms) {
      const weight = terms[word]! + (ofName.get(word) ?? 0);
      ofName.delete(word);
      this.#post(word, tool, weight);
      length += weight;
    }
    for (const [word, weight] of ofName) {
      this.#post(word, tool, weight);
      length += weight;
    }
    this.#lengths.push(length);
  }

  #post(word: string, tool: number, weight: number): void {
    const postings = this.#words.get(word);
    if (postings) {
      postings.tools.push(tool);
      postings.weights.push(weight);
      return;
    }
    this.#words.set(word, { tools: [tool], weights: [weight] });
    const stem = stemOf(word);
    const sharing = this.#byStem.get(stem);
    if (sharing) sharing.push(word);
    else this.#byStem.set(stem, [word]);
  }

  /** Finds the terms that a word of the question may mean, each with its factor. */
  #match(word: string): Matched {
    const matched = new Map<string, number>();
    const add = (terms: Iterable<string>, factor: number): void => {
      for (const term of terms) if ((matched.get(term) ?? 0) < factor) matched.set(term, factor);
    };
    if (this.#words.has(word)) add([word], factors.exact);
    const stem = stemOf(word);
    for (const term of this.#byStem.get(stem) ?? []) {
      add([term], singularOf(term) === singularOf(word) ? factors.plural : factors.stem);
    }
    const isKnown = this.#byStem.has(stem);
    const share = isKnown ? knownWordShare : 1;
    for (const [synonym, factor] of synonymsOf(stem)) add(this.#byStem.get(synonym) ?? [], factor * share);
    if (!isKnown) {
      this.#near ??= new NearWords(new Set([...this.#words.keys()].flatMap((term) => [term, singularOf(term)])));
      for (const near of this.#near.find(word)) add(this.#byStem.get(stemOf(near)) ?? [], factors.near);
      add(this.#withOtherEnding(word), factors.ending);
    }
    add(this.#beginningWith(word), factors.beginning);
    return matched;
  }

  /** Finds the terms for the meaning of a phrase. */
  #mean(words: readonly string[]): Matched {
    const terms = words.flatMap((word) => this.#byStem.get(stemOf(word)) ?? []);
    return new Map(terms.map((term) => [term, factors.synonym]));
  }

  #beginningWith(word: string): readonly string[] {
    if (word.length < shortestBeginning) return [];
    this.#sorted ??= [...this.#words.keys()].sort();
    const start = firstFrom(this.#sorted, word);
    let end = start;
    while (end < this.#sorted.length && this.#sorted[end]!.startsWith(word)) end++;
    return this.#sorted.slice(start, end);
  }

  /** Finds terms to which the word adds letters, and in other alphabets than ours those with other last letters: "погодой" and "погода". */
  #withOtherEnding(word: string): readonly string[] {
    const terms: string[] = [];
    for (let length = word.length - 1; length >= word.length - longestEnding; length--) {
      if (length < shortestBeginning) break;
      const beginning = word.slice(0, length);
      if (this.#words.has(beginning)) terms.push(beginning);
      if (!isLatin.test(word)) {
        terms.push(...this.#beginningWith(beginning).filter((term) => term.length <= length + longestEnding));
      }
    }
    return terms;
  }

  #score(term: string, factor: number, best: Float64Array): void {
    const { tools, weights } = this.#words.get(term)!;
    const count = this.#lengths.length;
    const rarity = Math.log(1 + (count - tools.length + 0.5) / (tools.length + 0.5));
    for (let at = 0; at < tools.length; at++) {
      const tool = tools[at]!;
      const weight = weights[at]!;
      const length = 1 - lengthShare + (lengthShare * this.#lengths[tool]!) / this.#meanLength;
      const score = factor * rarity * (weight / (weight + halfWeight * length));
      if (score > best[tool]!) best[tool] = score;
    }
  }
}

const isLatin = /[a-z]/;

/** The words of a question that count, and words for the meanings of its phrases. */
interface ReadQuery {
  readonly words: readonly string[];
  readonly meanings: readonly (readonly string[])[];
}

/** Leaves out words without a meaning of their own, unless there are no others. */
function readQuery(query: string): ReadQuery {
  const written = splitWords(query.slice(0, longestQuery)).slice(0, 4 * mostQueryWords);
  const meanings = written.flatMap((word, at) => {
    const meaning = phraseMeanings.get(`${word} ${written[at + 1] ?? ''}`);
    return meaning ? [meaning] : [];
  });
  const all = [...new Set(written)];
  const meaning = all.filter((word) => !stopWords.has(word));
  return { words: (meaning.length > 0 ? meaning : all).slice(0, mostQueryWords), meanings };
}

/** Takes the ending of a plural away, so that a plural counts more than another word of the same stem: "customs" and "customer". */
function singularOf(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !/[su]s$/.test(word) ? word.slice(0, -1) : word;
}

function pickBest(scores: Float64Array, limit: number): FoundTool[] {
  const found: FoundTool[] = [];
  scores.forEach((score, index) => {
    if (score > 0) found.push({ index, score });
  });
  return found.sort((a, b) => b.score - a.score || a.index - b.index).slice(0, limit);
}

/** Returns the index of the first word that is not before `word`. */
function firstFrom(sorted: readonly string[], word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Stems by factor, by stem. */
let synonyms: ReadonlyMap<string, ReadonlyMap<string, number>> | undefined;
const none: ReadonlyMap<string, number> = new Map();

function synonymsOf(stem: string): ReadonlyMap<string, number> {
  synonyms ??= readSynonyms();
  return synonyms.get(stem) ?? none;
}

/** The first word of a group is near to all others; they are distant from each other. */
function readSynonyms(): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const read = new Map<string, Map<string, number>>();
  const relate = (one: string, other: string, factor: number): void => {
    const others = read.get(one) ?? new Map<string, number>();
    read.set(one, others);
    if (one !== other && (others.get(other) ?? 0) < factor) others.set(other, factor);
  };
  for (const group of synonymGroups) {
    const [head = '', ...members] = group.map(stemOf);
    for (const member of members) {
      relate(head, member, factors.synonym);
      relate(member, head, factors.synonym);
      for (const other of members) relate(member, other, factors.distant);
    }
  }
  return read;
}
