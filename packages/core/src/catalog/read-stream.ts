/**
 * Reads a tool's stream into its result: the generator's return value, else all yielded values.
 */
import type { ComponentCode } from '../manifest/plugin-module.js';
import type { Context } from '../model/context.js';
import type { ToolResult } from './catalog.js';
import { drainStream, type Drained } from './drain-stream.js';
import type { ResultBufferForm } from './result-buffer.js';
import { encodeReturn, encodeYield, readToolJson, readToolReturn, type ReadTool } from './read-return.js';
import type { Stream } from './stream-carrier.js';

/** The tool that streams. */
export interface StreamingTool extends ReadTool {
  readonly code: ComponentCode;
}

/** Reads a stream. A result that is cut, because the values exceeded the limit, is an error. */
export async function readToolStream(stream: Stream, context: Context, tool: StreamingTool): Promise<ToolResult> {
  const encode = tool.code.stream?.encode;
  const write = encode && ((value: unknown) => encodeYield(value, encode));
  const drained = await drainStream(stream, context, { form: formOf(tool.code), ...(write ? { write } : {}) });
  const result = readDrained(drained, tool);
  return drained.kind !== 'returned' && drained.isCut ? { ...result, isError: true } : result;
}

function readDrained(drained: Drained, tool: StreamingTool): ToolResult {
  const { encode } = tool.code;
  if (drained.kind === 'json') return readToolJson(drained.json);
  const isNothing = drained.kind === 'value' && drained.value === undefined;
  return readToolReturn(encode && !isNothing ? encodeReturn(drained.value, encode) : drained.value, tool);
}

function formOf({ encode, stream }: ComponentCode): ResultBufferForm {
  if (stream && !stream.isResult) return 'nothing';
  if (!encode) return 'joined-or-list';
  return stream?.encode ? 'json' : 'list';
}
