/**
 * Makes foreign text safe to show: text from a server must not move the cursor or recolour the window.
 */

// Matches all C0 and C1 controls except tab and line feed.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Removes control characters; tabs and line breaks stay. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(controls, '');
}

/** Returns the first line of a text, for tables. */
export function firstLine(text: string | undefined): string {
  return printable(text ?? '')
    .trimStart()
    .split('\n', 1)[0]!
    .trimEnd();
}
