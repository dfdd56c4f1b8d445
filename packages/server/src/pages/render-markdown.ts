/**
 * Renders Markdown of others for our pages: nothing in it runs, and nothing of it is fetched.
 */
import { micromark } from 'micromark';

/** Links that a reader may follow from here; the files of a skill have no address on a page. */
const foreignLink = /<a href="(?!https?:\/\/|mailto:)[^"]*"/g;

/** Returns HTML. Tags in the text are shown as text, pictures as links to them, and other links than those to the web as text. */
export function renderMarkdown(text: string): string {
  const html = micromark(text, { extensions: [{ disable: { null: ['labelStartImage'] } }] });
  return html.replaceAll(foreignLink, '<a').replaceAll('<a href=', '<a rel="noreferrer nofollow" href=');
}
