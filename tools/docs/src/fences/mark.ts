/**
 * Reads the mark of a fenced block: the words after its language that say how the block is executed, or why it is not.
 *
 * Does not check the block itself.
 */
import type { FencedBlock } from '@sigil/checks/markdown';

/** A block of a document with the mark of its fence. */
export interface Fence {
  readonly document: string;
  readonly block: FencedBlock;
  readonly mark: Mark;
}

/**
 * The parsed mark. In `ts fail SIGIL040 file=src/a.ts — why` the verb is `fail`, its words are `SIGIL040`, and `file` is an option.
 */
export interface Mark {
  readonly verb: string;
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  /** The text after a dash. */
  readonly reason: string;
}

/** The verbs of each language. A block with another verb is refused. */
const verbs: Readonly<Record<string, readonly string[]>> = {
  ts: ['check', 'fail', 'file', 'skip'],
  tsx: ['check', 'fail', 'file', 'skip'],
  js: ['check', 'file', 'skip'],
  sh: ['run', 'serve', 'check', 'skip'],
  json: ['config', 'servers', 'client', 'call', 'message', 'file', 'output', 'skip'],
  jsonc: ['check', 'fail', 'skip'],
  http: ['send', 'answer', 'skip'],
  text: ['output', 'skip'],
  dockerfile: ['skip'],
  yaml: ['file', 'skip'],
  toml: ['skip'],
  sql: ['skip'],
  md: ['check', 'fail', 'file', 'skip'],
  // Folder trees and drawings have only one meaning each, so they need no verb.
  tree: [''],
  mermaid: [''],
};

const reasonMark = /(?:^|\s)—\s*(?<reason>.*)$/u;

/** @returns the mark, or a sentence about the problem with it */
export function readMark({ language, info }: FencedBlock): Mark | string {
  const known = verbs[language];
  if (known === undefined) return `"${language}" is no language of fences; there are ${Object.keys(verbs).join(', ')}`;
  const reason = reasonMark.exec(info)?.groups?.['reason'] ?? '';
  const [verb = '', ...rest] = info.replace(reasonMark, '').split(/\s+/u).filter(Boolean);
  if (!known.includes(verb)) {
    const allowed = known.map((one) => `"${language} ${one}"`).join(', ');
    return `a fence says how it is executed: expected ${allowed}, got "${`${language} ${verb}`.trim()}"`;
  }
  if (verb === 'skip' && reason === '') return `"${language} skip" needs a reason: "${language} skip — why"`;
  const words = rest.filter((word) => !word.includes('='));
  const options = rest
    .filter((word) => word.includes('='))
    .map((word) => [word.split('=', 1)[0] ?? '', valueOf(word)] as const);
  return { verb, words, options: new Map(options), reason };
}

function valueOf(word: string): string {
  return word.slice(word.indexOf('=') + 1);
}
