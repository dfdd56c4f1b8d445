/**
 * Runs one script with a client of every revision, and reports where the outcomes differ beyond the format of an era.
 *
 * Knows nothing of what the script does; it compares what the script returns.
 */
import type { JsonValue } from '@sigil/core';
import { revisions, type Engine, type Revision } from '@sigil/core/engine';
import { connectInMemory } from './clients/connect-in-memory.js';
import type { ConnectOptions, McpClient, ToolAnswer } from './clients/mcp-client.js';
import { PeerError } from './clients/peer-error.js';
import { differencesBetween } from './era-differences.js';

/** The outcome of a call, in the same form in every era. */
export type Outcome<Value> = { readonly ok: Value } | { readonly failed: string };

/** @returns JSON to compare */
export type EraScript = (client: McpClient, revision: Revision) => Promise<unknown>;

/** The return values of one script in several revisions, and their differences. */
export interface EraRun {
  /** The script's return value, by the date of the revision. */
  readonly outcomes: ReadonlyMap<string, JsonValue>;
  /** One sentence for each place where an older revision's outcome differs from the newest's; empty when all are equal. */
  readonly differences: readonly string[];
}

/** Options of the clients, and their revisions; all when left out. */
export interface EveryEraOptions extends Omit<ConnectOptions, 'revision'> {
  readonly revisions?: readonly Revision[];
}

/**
 * Runs `script` once for each revision, each with an engine of its own.
 *
 * @param openEngine creates the engine, which is closed afterwards
 * @throws any error of `script`, and ProtocolViolation when a server broke its revision's schema
 */
export async function runEveryEra(
  openEngine: () => Engine | Promise<Engine>,
  script: EraScript,
  { revisions: wanted = revisions, ...connecting }: EveryEraOptions = {},
): Promise<EraRun> {
  const outcomes = new Map<string, JsonValue>();
  for (const revision of wanted) {
    const engine = await openEngine();
    try {
      const client = await connectInMemory(engine, { ...connecting, revision: revision.date });
      outcomes.set(revision.date, copyOf(await runAndClose(client, () => script(client, revision))));
    } finally {
      engine.close();
    }
  }
  const newest = wanted.at(-1);
  const best = newest && outcomes.get(newest.date);
  const differences = wanted.flatMap((revision) =>
    best === undefined || revision === newest
      ? []
      : differencesBetween(best, outcomes.get(revision.date) ?? null, revision).map((it) => `${revision.date}: ${it}`),
  );
  return { outcomes, differences };
}

async function runAndClose(client: McpClient, run: () => Promise<unknown>): Promise<unknown> {
  let outcome: unknown;
  try {
    outcome = await run();
  } catch (error) {
    // The script's error says more than an error of closing after it.
    await client.close().catch(() => undefined);
    throw error;
  }
  await client.close();
  return outcome;
}

/**
 * Reads the outcome of a call, however its era reports failures: as a protocol error or as a tool error.
 *
 * @throws anything that is not an answer of the server, such as a ProtocolViolation
 */
export async function outcomeOf<Value>(call: Promise<Value>): Promise<Outcome<Value>> {
  try {
    const value = await call;
    return isFailedTool(value) ? { failed: textOf(value) } : { ok: value };
  } catch (error) {
    if (error instanceof PeerError) return { failed: error.message };
    throw error;
  }
}

function isFailedTool(value: unknown): value is ToolAnswer {
  return typeof value === 'object' && value !== null && 'isError' in value && value.isError === true;
}

function textOf({ content }: ToolAnswer): string {
  return content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`)).join('\n');
}

function copyOf(outcome: unknown): JsonValue {
  return JSON.parse(JSON.stringify(outcome ?? null)) as JsonValue; // what JSON.parse gives is JSON
}
