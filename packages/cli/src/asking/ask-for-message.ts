/**
 * Lets the person at the terminal play the language model that a tool asks.
 */
import * as clack from '@clack/prompts';
import type { CreateMessageRequestParams, CreateMessageResult } from '@modelcontextprotocol/client';
import type { ContentBlock } from '@sigil/core';
import { formatContent } from '../content/format-content.js';
import { printable } from '../terminal/printable.js';
import type { Terminal } from '../terminal/terminal.js';
import { rejection, writeMessage } from './read-answer.js';
import { Dismissed, promptStreams, settled } from './prompts.js';

/** @throws Error when the person does not answer; the error goes to the server */
export async function askForMessage(
  { messages, systemPrompt, maxTokens }: CreateMessageRequestParams,
  terminal: Terminal,
): Promise<CreateMessageResult> {
  const streams = promptStreams(terminal);
  const system = systemPrompt === undefined ? [] : [`system: ${systemPrompt}`];
  const said = messages.flatMap(({ role, content }) =>
    [content].flat().map((block) => `${role}: ${describeBlock(block)}`),
  );
  clack.note(printable([...system, ...said].join('\n')), 'The tool asks a language model', streams);
  try {
    const text = await settled(
      clack.text({
        message: `Answer as the model, in at most ${maxTokens} tokens`,
        placeholder: 'Escape refuses',
        validate: (given) => (given ? undefined : 'A model says something.'),
        ...streams,
      }),
    );
    return writeMessage(text);
  } catch (error) {
    if (error instanceof Dismissed) throw new Error(rejection, { cause: error });
    throw error;
  }
}

type Content = CreateMessageRequestParams['messages'][number]['content'];
type Block = Content extends readonly (infer One)[] ? One : Exclude<Content, readonly unknown[]>;

function describeBlock(block: Exclude<Block, readonly unknown[]>): string {
  if (block.type === 'text' || block.type === 'image' || block.type === 'audio')
    return formatContent(block as ContentBlock); // the same members
  return `[${block.type}]`;
}
