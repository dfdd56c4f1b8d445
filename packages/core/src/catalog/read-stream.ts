/**
 * Reads a tool's stream into its result: the generator's return value, else all yielded values.
 */
import type { ComponentCode, StreamCode } from '../manifest/plugin-module.js';
import type { Context } from '../model/context.js';
import type { JsonValue } from '../model/json.js';
import { kindOf } from '../model/value-kind.js';
import type { ToolResult } from './catalog.js';
import { drainStream, type Drained } from './drain-stream.js';
import type { ResultBufferForm } from './result-buffer.js';
import {
  checkBlocks,
  encodeYield,
  isKept,
  readContent,
  readToolJson,
  readToolReturn,
  type ReadTool,
} from './read-return.js';
import type { Stream } from './stream-carrier.js';

/** Reads a stream. A result that is cut, because the values exceeded the limit, is an error. */
export async function readToolStream(
  stream: Stream,
  context: Context,
  tool: ReadTool,
  code: ComponentCode,
): Promise<ToolResult> {
  const { stream: streamCode } = code;
  const write = streamCode && writerOf(streamCode, isYieldingContent(streamCode, tool));
  const { keeps: keeping } = streamCode ?? {};
  const keeps = keeping && ((value: unknown) => isKept(value, keeping));
  const drained = await drainStream(stream, context, {
    form: formOf(code),
    ...(write ? { write, skipsUndefined: streamCode?.allowsUndefined === true } : {}),
    ...(keeps ? { keeps } : {}),
  });
  const result = readDrained(drained, tool, code);
  return drained.kind !== 'returned' && drained.isCut ? { ...result, isError: true } : result;
}

function writerOf({ encode, isText }: StreamCode, isContent: boolean): ((value: unknown) => JsonValue) | undefined {
  if (!encode) return isText ? textOf : undefined;
  return (value) => {
    const written = encodeYield(value, encode);
    if (isContent) checkBlocks(value, '', 'a yielded value');
    return written;
  };
}

/** Returns whether yielded blocks reach the client as content, rather than as data. */
function isYieldingContent({ isResult, keeps }: StreamCode, { hasOutputSchema }: ReadTool): boolean {
  return isResult ? !hasOutputSchema : keeps !== undefined;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error(`a yielded value is not what its type says: it must be a string, got ${kindOf(value)}`);
}

function readDrained(drained: Drained, tool: ReadTool, code: ComponentCode): ToolResult {
  const { encode, stream } = code;
  if (drained.kind === 'returned') return withKept(readToolReturn(drained.value, tool, code), drained.kept, tool);
  if (drained.kind === 'json') return readToolJson(drained.json);
  // A generator whose type says that it returns something must do so.
  if (stream && !stream.isResult) return readToolReturn(undefined, tool, code);
  return readToolReturn(drained.value, tool, encode && drained.value !== undefined ? { encode } : {});
}

/** Adds the values that were kept: after the text of data, where clients look for it, and before anything else. */
function withKept(result: ToolResult, kept: unknown, { name, hasOutputSchema }: ReadTool): ToolResult {
  if (kept === undefined) return result;
  const blocks = readContent(kept, name);
  return { ...result, content: hasOutputSchema ? [...result.content, ...blocks] : [...blocks, ...result.content] };
}

function formOf({ encode, stream }: ComponentCode): ResultBufferForm {
  if (stream && !stream.isResult) return 'nothing';
  if (!encode || stream?.isText) return 'joined-or-list';
  return stream?.encode ? 'json' : 'list';
}
