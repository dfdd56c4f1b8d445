/**
 * Writes HTML pages that need no server: the document around a page's content, and text within it.
 */

/**
 * Returns a whole document, in light or dark colours as the reader prefers.
 *
 * @param title plain text
 * @param head HTML, added to the elements that every page has
 * @param body HTML
 */
export function writeHtml(title: string, head: string, body: string): string {
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
