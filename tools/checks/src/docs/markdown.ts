/**
 * Reads the parts of a Markdown document that the checks need: its fenced blocks, its links and the anchors of its headings.
 */
export interface FencedBlock {
  /** The first word after the fence: `ts`, `tree`, `sh`. */
  readonly language: string;
  /** The rest of that line. */
  readonly info: string;
  readonly text: string;
  /** Line of the block's first line of text, from 1. */
  readonly line: number;
}

/** One inline link or image. */
export interface Link {
  readonly target: string;
  readonly line: number;
}

interface Line {
  readonly text: string;
  readonly number: number;
}

const fence = /^\s*(`{3,}|~{3,})\s*(\S*)\s*(.*)$/;
const inlineLink = /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g;

/** Returns every fenced block, in order. An unclosed one ends with the document. */
export function fencedBlocksIn(markdown: string): FencedBlock[] {
  return divide(markdown).blocks;
}

/** Returns every inline link and image outside fenced blocks and code spans. */
export function linksIn(markdown: string): Link[] {
  return divide(markdown).prose.flatMap(({ text, number }) => {
    const withoutCode = text.replace(/`[^`]*`/g, '');
    return [...withoutCode.matchAll(inlineLink)].map((match) => ({ target: match[1] ?? '', line: number }));
  });
}

/** Returns the anchors of all headings, as GitHub generates them; a repeated heading gets `-1`, `-2` and so on. */
export function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const { text } of divide(markdown).prose) {
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(text)?.[1];
    if (heading !== undefined) anchors.add(unusedAnchor(anchorOf(heading), anchors));
  }
  return anchors;
}

function divide(markdown: string): { blocks: FencedBlock[]; prose: Line[] } {
  const blocks: FencedBlock[] = [];
  const prose: Line[] = [];
  let open: { readonly marker: string; readonly start: FencedBlock; readonly lines: string[] } | undefined;
  const close = (): void => {
    if (open) blocks.push({ ...open.start, text: open.lines.join('\n') });
    open = undefined;
  };
  for (const [index, text] of markdown.split('\n').entries()) {
    const [, marker = '', language = '', info = ''] = fence.exec(text) ?? [];
    if (open && marker.startsWith(open.marker) && language === '') close();
    else if (open) open.lines.push(text);
    else if (marker) open = { marker, start: { language, info, text: '', line: index + 2 }, lines: [] };
    else prose.push({ text, number: index + 1 });
  }
  close();
  return { blocks, prose };
}

function anchorOf(heading: string): string {
  const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
}

function unusedAnchor(anchor: string, taken: ReadonlySet<string>): string {
  if (!taken.has(anchor)) return anchor;
  let count = 1;
  while (taken.has(`${anchor}-${count}`)) count += 1;
  return `${anchor}-${count}`;
}
