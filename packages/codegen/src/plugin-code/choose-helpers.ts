/**
 * Selects the shared helpers that a plugin's code uses, directly or through other helpers.
 */
import { encoderHelpers } from '../encoders/encoder-helpers.js';
import { decoderHelpers } from '../decoders/decoder-helpers.js';

interface Helper {
  readonly name: string;
  readonly text: string;
  /** The helpers that it names. */
  readonly uses: readonly string[];
}

const helpers = readHelpers(`${decoderHelpers}\n${encoderHelpers.trim()}\n`);

/** Longer code gets all helpers: their size is then negligible, and searching for each would dominate the time. */
const searchedLength = 200_000;

/** Returns the text of the helpers that `code` names, and of those that they name in turn, in source order. */
export function chooseHelpers(code: string): string {
  const isSearched = code.length <= searchedLength;
  const chosen = new Set([...helpers.keys()].filter((name) => !isSearched || code.includes(name)));
  // Iterating over a set includes elements added meanwhile.
  for (const name of chosen) for (const used of helpers.get(name)?.uses ?? []) chosen.add(used);
  return [...helpers.values()].flatMap(({ name, text }) => (chosen.has(name) ? text : [])).join('\n');
}

/** Splits the source: each helper begins at the start of a line and extends to the next. */
function readHelpers(source: string): ReadonlyMap<string, Helper> {
  const parts = source.split(/^(?=(?:function|const|let) )/m).map((text) => text.trim());
  const named = parts.filter((text) => text !== '').map((text) => ({ name: nameOf(text), text }));
  const usesOf = (text: string, own: string): string[] => {
    const words = new Set(text.match(/[A-Za-z_$][\w$]*/g));
    return named.map(({ name }) => name).filter((name) => name !== own && words.has(name));
  };
  return new Map(named.map(({ name, text }) => [name, { name, text, uses: usesOf(text, name) }]));
}

function nameOf(text: string): string {
  const name = /^(?:function|const|let) ([\w$]+)/.exec(text)?.[1];
  if (name === undefined) throw new Error(`a helper must begin with its declaration, got ${text.slice(0, 40)}`);
  return name;
}
