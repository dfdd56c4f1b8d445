/**
 * Takes the endings of English words away, so that "cancelling" and "cancellation" are one word for a search.
 */
import { stemmer } from 'stemmer';

/** Words that the rules would give the stem of a word with another meaning, and their own stems. */
const exceptions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    authorization: 'authoriz',
    authorize: 'authoriz',
    customs: 'customs',
    experiment: 'experiment',
    experiments: 'experiment',
    general: 'general',
    important: 'important',
    importance: 'important',
    news: 'news',
    organ: 'organ-',
    organs: 'organ-',
    paste: 'paste',
    universities: 'university',
    university: 'university',
  }),
);

const stems = new Map<string, string>();
/** Words of definitions repeat, so few servers have as many; then the stems are computed again. */
const mostStems = 50_000;

export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = exceptions.get(word) ?? stemmer(word);
  if (stems.size >= mostStems) stems.clear();
  stems.set(word, stem);
  return stem;
}
