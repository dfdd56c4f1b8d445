/**
 * Publishes jq as a tool.
 */
import { Tool, ToolError } from '@sigil/core';
import { refuseExcess, refuseFailure } from './jq-refusals.js';
import { defaultLimits, JqRunner } from './jq-runner.js';

/** How results are written. */
export type JqOutput = 'compact' | 'pretty' | 'raw';

/** A jq program and what to run it on. */
export interface JqQuery {
  /** jq 1.7 program, for example `.items[] | select(.price > 10) | .name` @minLength 1 @maxLength 10000 */
  filter: string;
  /** JSON text; when it holds several values one after another, each goes through the filter @maxLength 2000000 */
  json: string;
  /** `compact`: each result on a line of its own; `pretty`: indented; `raw`: like compact, but strings without quotes */
  output?: JqOutput;
  /** Collect all values of `json` into one array first */
  slurp?: boolean;
}

const outputFlags: Readonly<Record<JqOutput, readonly string[]>> = {
  compact: ['--compact-output'],
  pretty: [],
  raw: ['--compact-output', '--raw-output'],
};

/** Queries and reshapes JSON with jq, the real one, compiled to WebAssembly. */
export class Jq {
  private readonly runner = new JqRunner();

  /**
   * Run a jq program on JSON.
   *
   * It sees nothing but the JSON given: no files, no environment, no network. It is stopped after 5 seconds, 256 MB of
   * memory or 1 MB of output.
   *
   * @returns Every result in the order jq gives them; empty when there is none
   */
  @Tool({ title: 'Query JSON', readOnly: true, idempotent: true, openWorld: false })
  async query({ filter, json, output = 'compact', slurp = false }: JqQuery, signal: AbortSignal): Promise<string> {
    if (filter.includes('\0')) throw new ToolError('the filter must not contain NUL characters');

    const flags = [...outputFlags[output], ...(slurp ? ['--slurp'] : [])];
    const outcome = await this.runner.run(
      { args: [...flags, '--monochrome-output', '--', filter], input: json },
      signal,
    );
    if (outcome.kind !== 'ended') throw refuseExcess(outcome.kind, defaultLimits);
    if (outcome.exitCode !== 0) throw refuseFailure(outcome);
    return outcome.output.replace(/\n$/, '');
  }

  /** Ends the workers. */
  async stop(): Promise<void> {
    await this.runner.close();
  }
}
