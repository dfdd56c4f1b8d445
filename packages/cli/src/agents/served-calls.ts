/**
 * Calls tools of the plugin in development, through an engine of its own in this process.
 */
import { connect, ServerError, type ElicitReply } from '@sigil/client';
import { ToolError, type FormSchema, type JsonObject } from '@sigil/core';
import { createEngine, type Engine, type EngineOptions } from '@sigil/core/engine';
import { findMisfit } from '@sigil/core/internal';
import { packageVersion } from '../package-version.js';
import { engineChannel } from '../targets/engine-channel.js';
import type { CallOutcome, ToolCall } from './workbench.js';

/** The plugin to call, and the code around its calls. */
export type ServedCallsOptions = Pick<EngineOptions, 'info' | 'source' | 'interceptors' | 'onFault'>;

export class ServedCalls {
  readonly #engine: Engine;

  constructor(options: ServedCallsOptions) {
    this.#engine = createEngine(options);
  }

  /** @throws ToolError if there is no such tool, or it asks more than there are answers */
  async call({ tool, input, answers }: ToolCall, signal: AbortSignal): Promise<CallOutcome> {
    const progress: string[] = [];
    let asked = 0;
    const unanswered = new AbortController();
    const elicit = (question: JsonObject): ElicitReply => {
      const content = answers[asked++];
      const problem = findProblem(question, content, asked);
      if (content && problem === undefined)
        return { action: 'accept', ...(question['mode'] === 'url' ? {} : { content }) };
      unanswered.abort(explainQuestion(question, problem));
      return { action: 'cancel' };
    };
    const client = await connect(engineChannel(this.#engine), {
      ...{ name: 'sigil-dev', version: packageVersion(), signal },
      questions: { elicit },
    });
    try {
      const result = await client.callTool(tool, input, {
        signal: AbortSignal.any([signal, unanswered.signal]),
        onProgress: ({ progress: done, total, message }) => {
          const count = total === undefined ? String(done) : `${done}/${total}`;
          progress.push(message === undefined ? count : `${count} ${message}`);
        },
      });
      const { isError: failed, structuredContent } = result;
      return {
        failed,
        ...(structuredContent === undefined ? {} : { structured: asObject(structuredContent) }),
        content: (result.raw['content'] ?? []) as readonly JsonObject[], // sound: the client checked that they are blocks
        progress,
      };
    } catch (error) {
      if (unanswered.signal.aborted) throw unanswered.signal.reason;
      throw error instanceof ServerError ? new ToolError(error.message, { cause: error }) : error;
    } finally {
      await client.close();
    }
  }

  close(): void {
    this.#engine.close();
  }
}

/** @param number of the question in its call, from 1 on @returns a sentence, if the answer is missing or does not fit the form */
function findProblem(question: JsonObject, answer: JsonObject | undefined, number: number): string | undefined {
  if (!answer) return `Call it again with an answer number ${number} in "answers"`;
  const schema = question['requestedSchema'] as FormSchema | undefined; // sound: the engine wrote it
  const misfit = schema && findMisfit(schema, { action: 'accept', content: answer });
  return misfit && `Answer number ${number} in "answers" does not fit: ${misfit}`;
}

function explainQuestion(question: JsonObject, problem = ''): ToolError {
  const schema = question['requestedSchema'];
  const form = schema === undefined ? '' : ` Its form: ${JSON.stringify(schema)}.`;
  return new ToolError(`the tool asks: ${JSON.stringify(question['message'])}.${form} ${problem}`);
}

/** Structured results of the newest revision may be any JSON. */
function asObject(structured: unknown): JsonObject {
  const isObject = typeof structured === 'object' && structured !== null && !Array.isArray(structured);
  return (isObject ? structured : { value: structured }) as JsonObject; // sound: the client parsed it from JSON
}
