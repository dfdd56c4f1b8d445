/**
 * Tools that tests of transports serve, and an engine for them.
 */
import type { Context, JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource, type PublishedTool, type ToolResult } from '@sigil/core/catalog';
import { createEngine, type Engine } from '@sigil/core/engine';
import { onTestFinished } from 'vitest';

/** A promise that a test settles by hand. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** Creates a closed gate. */
export function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

/** Builds a result of one text. */
export function textResult(text: string): ToolResult {
  return { kind: 'result', content: [{ type: 'text', text }], isError: false };
}

/** Creates a tool that takes any object. */
export function toolOf(name: string, run: (input: JsonObject, context: Context) => Promise<ToolResult>): PublishedTool {
  return { definition: { name, inputSchema: { type: 'object' } }, run };
}

/** A tool whose calls wait until the test lets them finish. */
export interface HeldTool {
  readonly tool: PublishedTool;
  /** Opens with the first call. */
  readonly started: Gate;
  /** The test opens it to let the calls finish. */
  readonly finish: Gate;
}

/** Creates the tool `slow`, which answers `finished`. */
export function heldTool(): HeldTool {
  const started = gate();
  const finish = gate();
  const tool = toolOf('slow', async () => {
    started.open();
    await finish.opened;
    return textResult('finished');
  });
  return { tool, started, finish };
}

/** Answers with its `text`. */
export const echo: PublishedTool = toolOf('echo', (input) => Promise.resolve(textResult(String(input['text'] ?? ''))));

/** A tool that blocks the event loop. */
export interface BusyTool {
  readonly tool: PublishedTool;
  /** The number of turns of the loop before each call. */
  readonly turnsAtCall: readonly number[];
}

/** Creates a tool that blocks the event loop for too long, and records how often the loop turned before each call. */
export function busyTool(): BusyTool {
  let turns = 0;
  const countTurn = (): void => {
    turns++;
    ticking = setImmediate(countTurn);
  };
  let ticking = setImmediate(countTurn);
  onTestFinished(() => clearImmediate(ticking));
  const turnsAtCall: number[] = [];
  const run = async (): Promise<ToolResult> => {
    turnsAtCall.push(turns);
    const begin = Date.now();
    while (Date.now() - begin <= 25);
    return textResult('done');
  };
  return { tool: { definition: { name: 'busy', inputSchema: { type: 'object' } }, run }, turnsAtCall };
}

/** Creates an engine that serves only these tools. */
export function engineOf(tools: readonly PublishedTool[]): Engine {
  const catalog = buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] });
  return createEngine({ info: { name: 'test', version: '1.0.0' }, source: fixedSource(catalog) });
}
