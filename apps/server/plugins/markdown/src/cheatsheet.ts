/**
 * The text of `markdown://cheatsheet`.
 */
export const cheatsheet = `# Markdown cheat sheet

## In every flavour

| you write | you get |
| --- | --- |
| \`# Title\` to \`###### Title\` | a heading of level 1 to 6 |
| \`*soft*\` or \`_soft_\` | *emphasis* |
| \`**loud**\` | **strong emphasis** |
| \`\` \`code\` \`\` | \`code\` |
| \`[text](https://example.com)\` | a link |
| \`![what it shows](https://example.com/picture.png)\` | an image |
| \`- item\` | a bullet list |
| \`1. item\` | a numbered list |
| \`> words\` | a quotation |
| \`---\` on a line of its own | a rule |
| two spaces or \`\\\` at the end of a line | a line break |

A block of code stands between two fences; the word after the first names its language:

    ~~~js
    const answer = 42;
    ~~~

## In \`gfm\` only

| you write | you get |
| --- | --- |
| \`~~gone~~\` | ~~strikethrough~~ |
| \`- [ ] open\` and \`- [x] done\` | a task list |
| \`https://example.com\` | a link, without brackets |
| \`word[^1]\` and, on its own line, \`[^1]: note\` | a footnote |
| a header row, a row of dashes and rows, with \`|\` between cells | a table, like this one |

## In none

HTML in the text is shown as text, and addresses such as \`javascript:…\` are left out.
`;
