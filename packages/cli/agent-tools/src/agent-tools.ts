/**
 * The tools for coding agents, as an ordinary plugin: each reads or uses the plugin that `sigil dev` serves.
 */
import { Tool, type JsonObject } from '@sigil/core';
import type {
  BuildOutcome,
  CallOutcome,
  CheckOutcome,
  Comparison,
  FailureList,
  Offer,
  ToolDefinition,
  Workbench,
} from '../../src/agents/workbench.js';

/**
 * Tools about the plugin that is being written.
 *
 * @instructions After each edit call `diagnostics`: it waits for the build of the saved files. A build without errors is served at once,
 * so `call` runs the new code. Schemas are written by the build: change the TypeScript types and doc comments, never a schema.
 */
export class AgentTools {
  constructor(private readonly workbench: Workbench) {}

  /**
   * Build the saved files and report what is wrong: errors, warnings and notes with file, line and a frame of the source, each with its fix.
   */
  @Tool({ readOnly: true, title: 'Diagnostics of the build' })
  diagnostics(): Promise<BuildOutcome> {
    return this.workbench.build();
  }

  /** List the tools, resources, prompts and skills that the plugin offers now. */
  @Tool({ readOnly: true, title: 'Components of the plugin' })
  components(): Promise<Offer> {
    return this.workbench.listComponents();
  }

  /**
   * Show one tool as clients get it: description, annotations, and the JSON Schemas that the build wrote from its types.
   *
   * @param tool Name of the tool
   */
  @Tool({ readOnly: true, title: 'Schema of a tool' })
  schema(tool: string): Promise<ToolDefinition> {
    return this.workbench.readTool(tool);
  }

  /**
   * Compare the plugin with an older one, and say which changes break clients.
   *
   * @param against A git ref such as "main", or "npm:<name>@<version>". Left out: the build that was served when the command started
   */
  @Tool({ readOnly: true, title: 'Changes for clients' })
  diff(against: string | undefined, signal: AbortSignal): Promise<Comparison> {
    return this.workbench.compare(against, signal);
  }

  /**
   * Check the saved files against the rules of clients such as Claude, VS Code and Gemini: what they refuse, or read in another way.
   *
   * @param clients Names of the clients. Left out: those that the package.json names, or all
   */
  @Tool({ readOnly: true, title: 'Check for clients' })
  check(
    clients: ('claude' | 'openai' | 'gemini' | 'vscode' | 'cursor')[] | undefined,
    signal: AbortSignal,
  ): Promise<CheckOutcome> {
    return this.workbench.check(clients, signal);
  }

  /**
   * Call a tool of the plugin with the newest build that serves. A tool that asks its user something gets the answers given here.
   *
   * @param tool Name of the tool
   * @param input Its arguments
   * @param answers The fields of each form that the tool asks for, in the order of its questions
   */
  @Tool({ title: 'Call a tool' })
  call(tool: string, input: JsonObject = {}, answers: JsonObject[] = [], signal: AbortSignal): Promise<CallOutcome> {
    return this.workbench.call({ tool, input, answers }, signal);
  }

  /**
   * List the latest failures: calls of any client that failed, builds, and starts, with the lines of the sources that they passed through.
   *
   * @param limit How many of them @minimum 1 @maximum 50 @multipleOf 1
   */
  @Tool({ readOnly: true, title: 'Latest failures' })
  failures(limit = 10): Promise<FailureList> {
    return this.workbench.listFailures(limit);
  }
}
