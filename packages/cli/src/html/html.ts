/**
 * Writes HTML pages that need no server: the document around a page's content, and text within it.
 */

/** The parts of a page. Both are HTML; `head` is added to the elements that every page has. */
export interface HtmlParts {
  readonly head: string;
  readonly body: string;
}

/** Returns a whole document, in light or dark colours as the reader prefers. @param title plain text */
export function writeHtml(title: string, { head, body }: HtmlParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

/** Returns plain text as HTML, for elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
