/**
 * Renders Markdown of others for our pages: nothing in it runs, nothing of it is fetched, and it takes time in proportion to its length.
 */
import MarkdownIt from 'markdown-it';

/** The addresses that a reader may follow from here; the files of a skill have no address on a page. */
const web = /^(?:https?:\/\/|mailto:)/i;

const markdown = new MarkdownIt('commonmark', { html: false }).disable('image');
// The renderer leaves out all other addresses; the parser would show the source of their links.
markdown.validateLink = () => true;
markdown.renderer.rules['link_open'] = (tokens, index, options, _env, renderer) => {
  const token = tokens[index]!; // the one to render
  const address = String(token.attrGet('href'));
  const titles = (token.attrs ?? []).filter(([name]) => name === 'title');
  token.attrs = web.test(address) ? [['rel', 'noreferrer nofollow'], ['href', address], ...titles] : titles;
  return renderer.renderToken(tokens, index, options);
};

/** Returns HTML. Tags in the text are shown as text, pictures as links to them, and other links than those to the web as text. */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}
