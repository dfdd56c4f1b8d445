/**
 * Transcripts of judges: one line of JSON for each choice, with the content id of the definitions that the judge saw.
 */
import { readFile } from 'node:fs/promises';
import type { Choice, EvaluatedTool } from '@sigil/contracts/evaluation';
import { canonicalJson, cidOf } from '@sigil/core/building';
import { CommandError } from '../failures/command-error.js';

/** One choice as it was recorded. */
export interface RecordedChoice extends Choice {
  readonly words: string;
  /** The content id of the definitions. */
  readonly definitions: string;
}

/** Returns the content id of all that a model sees of the tools. */
export function definitionsId(tools: readonly EvaluatedTool[]): Promise<string> {
  const seen = tools.map(({ name, description = '', inputSchema }) => ({ name, description, inputSchema }));
  return cidOf(new TextEncoder().encode(canonicalJson(seen)));
}

/** Returns a line of JSON for each choice. */
export function writeTranscript(choices: readonly RecordedChoice[]): string {
  return choices.map((choice) => `${JSON.stringify(choice)}\n`).join('');
}

/** @returns the choices by their words; a later line wins @throws CommandError for a file or a line that is not of a transcript */
export async function readTranscript(file: string): Promise<ReadonlyMap<string, RecordedChoice>> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`there is no transcript "${file}"; --model with --record writes one`, { cause });
  });
  const choices = new Map<string, RecordedChoice>();
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const choice = parseLine(line);
    if (!choice) {
      throw new CommandError(
        `"${file}", line ${at + 1}: expected {"words":…,"tool":…,"definitions":…}, got ${line.slice(0, 120)}`,
      );
    }
    choices.set(choice.words, choice);
  }
  return choices;
}

function parseLine(line: string): RecordedChoice | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecorded(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecorded(value: unknown): value is RecordedChoice {
  if (typeof value !== 'object' || value === null) return false;
  const { words, tool, definitions }: { words?: unknown; tool?: unknown; definitions?: unknown } = value;
  return typeof words === 'string' && (tool === null || typeof tool === 'string') && typeof definitions === 'string';
}
