/**
 * Writes scripts and style sheets into an HTML page, so that none of their texts ends the element around it.
 */
import { fontScript } from './font-script.js';

/** The parts of a page whose source is a script. */
export interface PageParts {
  readonly title: string;
  readonly script: string;
  readonly style: string;
}

/** The host's fonts and colours, where it gives them; the view's own rules come later and win. */
const hostStyle =
  ':root{color-scheme:light dark;font-family:var(--font-sans,system-ui,sans-serif);color:var(--color-text-primary,CanvasText)}body{margin:0}';

/** Writes the page of a view whose source is a script; it is rendered into the element with the id `root`. */
export function writePage({ title, script, style }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
${writeStyle(hostStyle)}
${style === '' ? '' : `${writeStyle(style)}\n`}</head>
<body>
<div id="root"></div>
${writeModule(script)}
</body>
</html>
`;
}

/** Writes a module. */
export function writeModule(script: string): string {
  return `<script type="module">${escapeScript(script)}</script>`;
}

/** Writes a style sheet. @param media the medium that it is for; all if absent */
export function writeStyle(style: string, media?: string): string {
  if (style.includes('data:font/')) return writeStyleWithFonts(style, media);
  const attribute = media === undefined ? '' : ` media="${escapeText(media).replaceAll('"', '&quot;')}"`;
  return `<style${attribute}>${escapeStyle(style.trimEnd())}</style>`;
}

/** The style sheet applies to nothing until its script has run, since a browser would otherwise load the fonts before. */
function writeStyleWithFonts(style: string, media = ''): string {
  const call = `${fontScript}(document.currentScript.previousElementSibling,${JSON.stringify(media)})`;
  return `<style media="not all">${escapeStyle(style.trimEnd())}</style><script>${escapeScript(call)}</script>`;
}

/**
 * Escapes what would end a script. A parser of HTML that has met `<!--` and then `<script` in a script passes over the next end of one, so
 * a text with both has the first escaped.
 *
 * All of these are in literals: the bundler writes operators in another way.
 */
export function escapeScript(script: string): string {
  const escaped = script.trimEnd().replaceAll(/<(?=\/script)/gi, String.raw`\x3C`);
  return /<script[\s/>]/i.test(escaped) ? escaped.replaceAll(/<(?=!--)/g, String.raw`\x3C`) : escaped;
}

/** Escapes what would end a style sheet. */
function escapeStyle(style: string): string {
  return style.replaceAll(/<\/(?=style)/gi, String.raw`<\/`);
}

/** Escapes a text for HTML. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
