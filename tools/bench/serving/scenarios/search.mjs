/**
 * Measures the search for tools beside minisearch: how often the right tool is first or among five, and the time of an index and a query.
 *
 * Half of the questions was held back while the search was tuned; both halves are reported.
 */
import { performance } from 'node:perf_hooks';
import { readToolTerms, ToolIndex } from '@sigil/contracts/search';
import MiniSearch from 'minisearch';
import { readQuestionSet } from '../../search/question-set.mjs';
import { summarize } from '../measuring/measuring.mjs';

/** @typedef {import('../../search/question-set.mjs').Tool} Tool */
/** @typedef {(query: string) => readonly string[]} Find returns up to five names, best first */

const halves = /** @type {const} */ (['tuned', 'held back']);
const wordings = /** @type {const} */ ({
  same: "in the tools' words",
  other: 'in other words',
  typo: 'with typos',
});

/**
 * @param {import('../measuring/measuring.mjs').Run} run
 * @returns {Promise<import('../measuring/measuring.mjs').Figure[]>}
 */
export async function measureSearch({ rounds }) {
  const { tools, questions } = readQuestionSet();
  const subjects = { minisearch: openMiniSearch(tools), sigil: openIndex(tools) };
  const recalled = halves.flatMap((half) => {
    const asked = questions.filter((question) => question.half === half);
    const groups = [
      ...Object.entries(wordings).map(
        ([wording, title]) => /** @type {const} */ ([title, asked.filter((it) => it.wording === wording)]),
      ),
      /** @type {const} */ (['overall', asked]),
    ];
    return groups.flatMap(([title, group]) => {
      const seen = Object.entries(subjects).map(
        ([name, find]) => /** @type {const} */ ([name, [countRight(find, group)]]),
      );
      return summarize(`search, ${half} half, ${group.length} questions ${title}`, new Map(seen));
    });
  });
  return [...recalled, ...measureTimes(tools, questions, rounds)];
}

/**
 * @param {Find} find
 * @param {readonly import('../../search/question-set.mjs').Question[]} questions
 */
function countRight(find, questions) {
  const places = questions.map(({ question, tool }) => find(question).indexOf(tool));
  return {
    'top 1': places.filter((place) => place === 0).length / places.length,
    'top 5': places.filter((place) => place >= 0).length / places.length,
  };
}

/**
 * @param {readonly Tool[]} tools
 * @returns {Find}
 */
function openIndex(tools) {
  const index = new ToolIndex(tools.map((tool) => ({ name: tool.name, terms: readToolTerms(tool) })));
  return (query) => index.search(query, 5).map((found) => /** @type {Tool} */ (tools[found.index]).name);
}

/**
 * Gives minisearch names split into words, typos of one letter in five and beginnings of words.
 *
 * @param {readonly Tool[]} tools
 * @returns {Find}
 */
function openMiniSearch(tools) {
  const searchOptions = { boost: { name: 2 }, fuzzy: 0.2, prefix: true };
  const mini = new MiniSearch({ fields: ['name', 'description', 'parameters'], searchOptions });
  mini.addAll(
    tools.map(({ name, description, inputSchema }, id) => ({
      id,
      name: name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_.-]/g, ' '),
      description,
      parameters: JSON.stringify(inputSchema['properties']),
    })),
  );
  return (query) =>
    mini
      .search(query)
      .slice(0, 5)
      .map(({ id }) => /** @type {Tool} */ (tools[id]).name);
}

/** Questions that are to take no longer than others. */
const hostile = [
  'a'.repeat(100_000),
  'refund '.repeat(15_000),
  '(a+)+$ .*[^]\\'.repeat(7_000),
  '漢字かな交じり文'.repeat(12_000),
  'مرحبا بالعالم '.repeat(7_000),
  'aB'.repeat(50_000),
  `e${'\u0301'.repeat(100_000)}`,
];

/**
 * @param {readonly Tool[]} tools
 * @param {readonly import('../../search/question-set.mjs').Question[]} questions
 * @param {number} rounds
 */
function measureTimes(tools, questions, rounds) {
  const indexed = Array.from({ length: 1_000 }, (_, at) => {
    const tool = /** @type {Tool} */ (tools[at % tools.length]);
    return { name: `${tool.name}_${at}`, tool };
  });
  const seen = Array.from({ length: rounds }, () => {
    const read = timeOf(() => indexed.map(({ name, tool }) => ({ name, terms: readToolTerms(tool) })));
    const merged = timeOf(() => new ToolIndex(read.result));
    const asked = timeOf(() => questions.forEach(({ question }) => merged.result.search(question, 5)));
    const worst = hostile.map((query) => timeOf(() => merged.result.search(query, 5)).ms);
    return {
      'ms to read the terms': read.ms,
      'ms to merge the index': merged.ms,
      'ms per query': asked.ms / questions.length,
      'ms of the longest hostile query': Math.max(...worst),
    };
  });
  return summarize('search, 1,000 tools', new Map([['sigil', seen]]));
}

/**
 * @template Result
 * @param {() => Result} work
 */
function timeOf(work) {
  const start = performance.now();
  const result = work();
  return { result, ms: performance.now() - start };
}
