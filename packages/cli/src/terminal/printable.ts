/**
 * Makes text from elsewhere safe to show: what a server sends must not move the cursor or recolour the window.
 */

// Everything of C0 and C1 but tab and line feed.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The text without control characters; tabs and line breaks stay. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(controls, '');
}

/** The first line of a text, for tables. */
export function firstLine(text: string | undefined): string {
  return printable(text ?? '')
    .trimStart()
    .split('\n', 1)[0]!
    .trimEnd();
}
