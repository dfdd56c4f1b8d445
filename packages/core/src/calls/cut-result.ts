/**
 * Shortens a tool result that is too long: cuts text with a notice, and keeps the whole result where the server has storage for
 * it. A result with a schema cannot be cut, so it becomes an error that links to the whole result.
 *
 * Spec: 2025-11-25 server/tools#output-schema, server/tools#resource-links
 */
import { structuredJsonOf, type PublishedTool, type ToolResult } from '../catalog/catalog.js';
import type { ContentBlock, ResourceLink, TextContent } from '../model/content.js';
import { principalKey } from '../model/principal.js';
import type { Revision } from '../revisions/revision.js';
import { writeContent } from '../revisions/write-fields.js';
import type { Call } from './call.js';
import { guardProduct } from './producer.js';
import { describeExcess, textLengthOf, type ResultCap } from './result-length.js';
import { cutToJsonBytes, utf8Length } from './utf8.js';
import { runGuarded, isProtocolOutcome } from './run-method.js';

interface LongResult {
  readonly tool: PublishedTool;
  readonly result: ToolResult;
  readonly cap: ResultCap;
  /** True when the text is the whole result: the revision or the tool has no structured one. */
  readonly canBeCut: boolean;
}

/** @throws CallCancelled when the peer left while the whole result was being stored */
export async function cutResult(call: Call, long: LongResult): Promise<ToolResult> {
  const { tool, result, cap, canBeCut } = long;
  const link = await keepWhole(call, long);
  const links = link && call.revision.contentTypes.has('resource_link') ? [link] : [];
  const place = link ? `; the whole is at ${link.uri}` : '';
  const cut = canBeCut ? cutContent(result.content, { cap, links, place, revision: call.revision }) : undefined;
  if (cut) return { kind: 'result', content: cut, isError: result.isError };

  const text = `${describeExcess(`tool "${tool.definition.name}"`, cap)}${place}`;
  return { kind: 'result', content: [{ type: 'text', text }, ...links], isError: true };
}

/** Stores the whole result. A failure is reported to the operator, and the result is cut all the same. */
async function keepWhole(call: Call, { tool, result }: LongResult): Promise<ResourceLink | undefined> {
  const { keepLargeResult, source } = call.server;
  if (!keepLargeResult) return undefined;
  const { name } = tool.definition;
  const owner = principalKey(call.principal);
  const isReadableBy = guardProduct(tool, source);
  try {
    return await runGuarded(call, () => keepLargeResult({ ...wholeOf(result), tool: name, owner, isReadableBy }));
  } catch (error) {
    if (isProtocolOutcome(error)) throw error;
    call.server.reportFault(`keeping the result of tool "${name}"`, error);
    return undefined;
  }
}

function wholeOf(result: ToolResult): { text: string; mimeType: string } {
  const { content } = result;
  const structuredJson = structuredJsonOf(result);
  if (structuredJson !== undefined) return { text: structuredJson, mimeType: 'application/json' };
  const [first, ...others] = content;
  if (first?.type === 'text' && others.length === 0) return { text: first.text, mimeType: 'text/plain' };
  return { text: JSON.stringify(content), mimeType: 'application/json' };
}

interface CutOptions {
  readonly cap: ResultCap;
  readonly links: readonly ResourceLink[];
  /** Location of the whole result, appended to the notice. */
  readonly place: string;
  readonly revision: Revision;
}

/** @returns `undefined` when the non-text content alone is too long, or there is no text to cut */
function cutContent(
  content: readonly ContentBlock[],
  { cap, links, place, revision }: CutOptions,
): ContentBlock[] | undefined {
  const bytesOf = (block: ContentBlock): number => utf8Length(JSON.stringify(writeContent(block, revision))) + 1;
  // Counted in characters: counting the bytes would read the whole text.
  const total = textLengthOf(content);
  const noticeOf = (kept: number): string =>
    `… cut: ${writeCount(kept)} of ${writeCount(total)} characters (limit ${cap.limit})${place}`;
  const fixed = [...content.filter((block) => block.type !== 'text'), ...links];
  // Reserves room for the longest possible notice, and for the envelope.
  let left = cap.most - bytesOf({ type: 'text', text: `\n${noticeOf(total)}` }) - envelopeBytes;
  left -= fixed.reduce((sum, block) => sum + bytesOf(block), 0);
  if (total === 0 || (left < 0 && fixed.length > links.length)) return undefined;

  let keptLength = 0;
  let isCut = false;
  const shortened = content.flatMap((block): ContentBlock[] => {
    if (block.type !== 'text') return [block];
    if (isCut) return [];
    const kept = cutToJsonBytes(block.text, left - bytesOf({ ...block, text: '' }));
    keptLength += kept.length;
    isCut = kept.length < block.text.length;
    // After a cut no further text is kept, so the rest need not be counted.
    if (!isCut) left -= bytesOf({ ...block, text: kept });
    return [isCut ? withNotice(block, kept, noticeOf(keptLength)) : block];
  });
  return [...shortened, ...links];
}

/** Bytes of the members around the content: `"content":[],"isError":false`. */
const envelopeBytes = 32;

function withNotice(block: TextContent, kept: string, notice: string): TextContent {
  return { ...block, text: kept === '' ? notice : `${kept}\n${notice}` };
}

function writeCount(count: number): string {
  return count.toLocaleString('en-US');
}
