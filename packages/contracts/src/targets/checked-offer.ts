/**
 * The tools to check, as a client sees them, from a manifest or from the list of a server.
 */
import type { JsonObject } from '@sigil/core';
import { isForViewsOnly } from '@sigil/core/building';

/** A tool as a list contains it. */
export interface CheckedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** Returns the tools that models read: without those that are for views only. */
export function toolsForModels<Tool extends CheckedTool>(tools: readonly Tool[]): readonly Tool[] {
  return tools.filter(({ _meta }) => !isForViewsOnly(_meta ? { _meta } : {}));
}

/** The tools of one server, and its name in the configuration of clients. */
export interface CheckedOffer {
  readonly server: string;
  readonly tools: readonly CheckedTool[];
}

/** One finding of a rule. */
export interface RuleProblem {
  /** The tool's name; absent for a finding about all tools. */
  readonly tool?: string | undefined;
  /** The name of the input that contains it. */
  readonly input?: string | undefined;
  readonly message: string;
}

/** A rule's check of an offer, which returns the problems found. */
export type RuleCheck = (offer: CheckedOffer) => readonly RuleProblem[];

/** Builds a check of one tool at a time; `find` returns the problem with it. */
export function eachTool(find: (tool: CheckedTool, offer: CheckedOffer) => string | undefined): RuleCheck {
  return (offer) =>
    offer.tools.flatMap((tool) => {
      const message = find(tool, offer);
      return message === undefined ? [] : [{ tool: tool.name, message }];
    });
}
