/**
 * The answer of a server: pictures first, then texts and tables, links that can be followed, and everything else as JSON.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { VNode } from 'preact';
import { isEqual, isObject, listOf, textOf } from '../json.js';
import { MediaBlock } from './media-block.js';
import { readMarkdownTable, readTable, writeTabs } from './read-table.js';
import { TableBlock } from './table-block.js';
import { JsonBlock, TextBlock, TextOrJsonBlock } from './text-block.js';

/** Called with the address of a resource that the reader wants to read. */
export type OnRead = (uri: string) => void;

interface AnswerProps {
  /** The result as it came. */
  readonly result: JsonObject;
  readonly onRead: OnRead;
}

/** The result of a tool. */
export function ToolAnswer({ result, onRead }: AnswerProps): VNode {
  const structured = result['structuredContent'];
  const blocks = listOf(result['content']).filter((block) => !isRepetition(block, structured));
  const table = readTable(structured);
  if (blocks.length === 0 && structured === undefined) return <p class="empty">The answer is empty.</p>;
  return (
    <>
      <ContentBlocks blocks={blocks.toSorted((a, b) => Number(isPicture(b)) - Number(isPicture(a)))} onRead={onRead} />
      {table && <TableBlock table={table} copied={writeTabs(table)} />}
      {structured !== undefined && (
        <JsonBlock label="Structured content" value={structured} isBrief={table !== undefined} />
      )}
    </>
  );
}

/** The contents of a resource. */
export function ResourceAnswer({ result }: Pick<AnswerProps, 'result'>): VNode {
  return (
    <>
      {listOf(result['contents']).map((contents, index) => (
        <Contents key={index} contents={contents} />
      ))}
    </>
  );
}

/** The messages of a prompt. */
export function PromptAnswer({ result, onRead }: AnswerProps): VNode {
  return (
    <>
      {listOf(result['messages'])
        .filter(isObject)
        .map(({ role, content }, index) => (
          <div class="message" key={index}>
            <p class="role">{textOf(role) ?? ''}</p>
            <ContentBlocks blocks={Array.isArray(content) ? listOf(content) : [content ?? null]} onRead={onRead} />
          </div>
        ))}
    </>
  );
}

function ContentBlocks({ blocks, onRead }: { readonly blocks: readonly JsonValue[]; readonly onRead: OnRead }): VNode {
  return (
    <>
      {blocks.map((block, index) => (
        <ContentBlock key={index} block={block} onRead={onRead} />
      ))}
    </>
  );
}

function ContentBlock({ block, onRead }: { readonly block: JsonValue; readonly onRead: OnRead }): VNode {
  if (!isObject(block)) return <JsonBlock label="Unknown content" value={block} />;
  const { type, data, mimeType } = block;
  if (type === 'text') return <Text text={textOf(block['text']) ?? ''} />;
  if (type === 'image' || type === 'audio')
    return <MediaBlock mimeType={textOf(mimeType) ?? ''} base64={textOf(data) ?? ''} />;
  if (type === 'resource_link') return <ResourceLink link={block} onRead={onRead} />;
  if (type === 'resource') return <Contents contents={block['resource'] ?? null} />;
  return <JsonBlock label="Content" value={block} />;
}

function Text({ text }: { readonly text: string }): VNode {
  const found = readMarkdownTable(text);
  if (found) return <TableBlock table={found.table} copied={text} after={found.after} />;
  return <TextOrJsonBlock label="Text" text={text} isProse />;
}

function Contents({ contents }: { readonly contents: JsonValue }): VNode {
  if (!isObject(contents)) return <JsonBlock label="Unknown content" value={contents} />;
  const uri = textOf(contents['uri']) ?? 'Resource';
  const mimeType = textOf(contents['mimeType']) ?? '';
  const text = textOf(contents['text']);
  if (text === undefined) return <MediaBlock mimeType={mimeType} base64={textOf(contents['blob']) ?? ''} uri={uri} />;
  const label = mimeType === '' ? uri : `${uri}, ${mimeType}`;
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(mimeType);
  if (isJson) return <TextOrJsonBlock label={label} text={text} />;
  return <TextBlock label={label} text={text} isProse={/^(?:text\/(?:plain|markdown)\b.*)?$/.test(mimeType)} />;
}

function ResourceLink({ link, onRead }: { readonly link: JsonObject; readonly onRead: OnRead }): VNode {
  const uri = textOf(link['uri']) ?? '';
  const description = textOf(link['description']);
  return (
    <div class="block link">
      <p>
        <strong>{textOf(link['title']) ?? textOf(link['name']) ?? uri}</strong> <code>{uri}</code>
      </p>
      {description !== undefined && <p class="hint">{description}</p>}
      <button type="button" aria-label={`Read ${uri}`} onClick={() => onRead(uri)}>
        Read
      </button>
    </div>
  );
}

function isPicture(block: JsonValue): boolean {
  return isObject(block) && block['type'] === 'image';
}

/** Returns whether a text only repeats the structured content, for clients that read no other. */
function isRepetition(block: JsonValue, structured: JsonValue | undefined): boolean {
  if (structured === undefined || !isObject(block) || block['type'] !== 'text') return false;
  try {
    return isEqual(JSON.parse(textOf(block['text']) ?? ''), structured);
  } catch {
    // Another text.
    return false;
  }
}
