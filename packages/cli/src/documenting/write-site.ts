/**
 * Renders pages as a static site: HTML without a server, external scripts or fonts.
 */
import { Marked, type Tokens } from 'marked';
import { escapeHtml, writeHtml } from '../html/html.js';
import type { Page } from './page.js';

/** Returns the text of each file by its path. */
export function writeSite(pages: readonly Page[]): ReadonlyMap<string, string> {
  const [first] = pages;
  const site = first?.title ?? '';
  return new Map([
    ...pages.map((page) => [htmlPath(page.path), documentOf(page, pages, site)] as const),
    ['style.css', styleSheet],
  ]);
}

/** Returns the file path; the first page is the one that a browser opens for the folder. */
function htmlPath(path: string): string {
  return `${path === 'README' ? 'index' : path}.html`;
}

function documentOf(page: Page, pages: readonly Page[], site: string): string {
  const up = '../'.repeat(page.path.split('/').length - 1);
  const title = page.path === 'README' ? site : `${page.title} – ${site}`;
  const body = `<a class="skip" href="#content">To the content</a>
<nav aria-label="Pages">
<a class="home" href="${up}index.html"${page.path === 'README' ? ' aria-current="page"' : ''}>${escapeHtml(site)}</a>
<label>Find <input type="search" id="find" autocomplete="off"></label>
${navigation(pages, page, up)}
</nav>
<main id="content">
${render(page.markdown)}</main>
<script>${findScript}</script>`;
  return writeHtml(title, `<link rel="stylesheet" href="${up}style.css">`, body);
}

function navigation(pages: readonly Page[], current: Page, up: string): string {
  const names = [...new Set(pages.flatMap(({ section }) => (section === undefined ? [] : [section])))];
  return names
    .map((name) => {
      const links = pages
        .filter(({ section }) => section === name)
        .map(({ path, title }) => {
          const here = path === current.path ? ' aria-current="page"' : '';
          return `<li><a href="${up}${encodeURI(htmlPath(path))}"${here}>${escapeHtml(title)}</a></li>`;
        });
      return `<section><h2>${escapeHtml(name)}</h2><ul>\n${links.join('\n')}\n</ul></section>`;
    })
    .join('\n');
}

/** Matches safe link addresses. Other links and all tags stay text, as the words may come from another server. */
const safeAddress = /^(?:https?:|mailto:|[^:]*$)/i;

const markdown = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    image: ({ text }: Tokens.Image) => escapeHtml(text),
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens);
      if (!safeAddress.test(href)) return text;
      const isPage = !href.includes(':');
      return `<a href="${escapeHtml(isPage ? pageAddress(href) : href)}">${text}</a>`;
    },
    code: ({ text, lang }: Tokens.Code) =>
      `<pre tabindex="0"><code class="language-${escapeHtml(lang ?? '')}">${escapeHtml(text)}</code></pre>\n`,
    table(token: Tokens.Table) {
      const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td'): string =>
        `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
      const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
      return `<div class="wide" tabindex="0" role="region" aria-label="Table"><table><thead>${row(token.header, 'th')}</thead><tbody>\n${body}\n</tbody></table></div>\n`;
    },
  },
});

function render(text: string): string {
  return markdown.parse(text, { async: false });
}

function pageAddress(href: string): string {
  return href.replace(/(^|\/)README\.md(?=$|#)/, '$1index.html').replace(/\.md(?=$|#)/, '.html');
}

/** Shows the current page in the list, and filters the list by what is typed. */
const findScript = `
document.querySelectorAll('nav li [aria-current]').forEach(function (here) {
  var nav = here.closest('nav');
  nav.scrollTop = here.offsetTop - nav.clientHeight / 2;
});
document.getElementById('find').addEventListener('input', function (event) {
  var wanted = event.target.value.toLowerCase();
  document.querySelectorAll('nav li').forEach(function (item) {
    item.hidden = !item.textContent.toLowerCase().includes(wanted);
  });
});
`;

const styleSheet = `:root {
  --text: #1c2024; --quiet: #5b6470; --back: #ffffff; --side: #f5f6f8; --line: #dde1e6; --accent: #0b5cad;
}
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --quiet: #a3adb8; --back: #14171a; --side: #1b1f24; --line: #323942; --accent: #7db8ff; }
}
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); min-height: 100vh; color: var(--text);
  background: var(--back); font: 16px/1.6 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; padding: 1.5rem; overflow: auto; background: var(--side);
  border-right: 1px solid var(--line); }
nav h2 { margin: 1.2rem 0 .3rem; font-size: .8rem; color: var(--quiet); text-transform: uppercase; letter-spacing: .05em; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: block; padding: .15rem 0; overflow-wrap: anywhere; }
nav input { width: 100%; margin-top: .2rem; padding: .4rem .6rem; font: inherit; color: inherit; background: var(--back);
  border: 1px solid var(--quiet); border-radius: .4rem; }
nav label { display: block; margin-top: 1rem; color: var(--quiet); font-size: .9rem; }
.home { font-weight: 600; font-size: 1.1rem; }
[aria-current] { font-weight: 600; color: var(--text); }
main { padding: 2rem 3rem 4rem; max-width: 58rem; }
a { color: var(--accent); }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
h1 { margin-top: 0; line-height: 1.2; overflow-wrap: anywhere; }
p, li, td { unicode-bidi: plaintext; }
code { font: .9em ui-monospace, monospace; background: var(--side); padding: .1em .3em; border-radius: .25rem; }
pre { padding: 1rem; overflow: auto; background: var(--side); border: 1px solid var(--line); border-radius: .5rem; }
pre code { padding: 0; background: none; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; }
th, td { padding: .45rem .8rem .45rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; }
@media (max-width: 48rem) {
  body { display: block; }
  nav { position: relative; height: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1.5rem; }
}
@media print {
  body { display: block; }
  nav, .skip { display: none; }
  main { max-width: none; padding: 0; }
  pre { white-space: pre-wrap; }
}
`;
