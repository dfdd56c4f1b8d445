/**
 * The tools that are checked, as a client sees them, from a manifest or from the list of a server.
 */
import type { JsonObject } from '@sigil/core';

/** A tool as a list shows it. */
export interface CheckedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject | undefined;
}

/** The tools of one server, and the name it has in the configuration of clients. */
export interface CheckedOffer {
  readonly server: string;
  readonly tools: readonly CheckedTool[];
}

/** One thing that a rule found. */
export interface RuleProblem {
  /** The tool's name; absent for what concerns all of them. */
  readonly tool?: string | undefined;
  /** The name of the input that it is in. */
  readonly input?: string | undefined;
  readonly message: string;
}

/** A rule's check of an offer, which returns the problems found. */
export type RuleCheck = (offer: CheckedOffer) => readonly RuleProblem[];

/** A check that looks at one tool at a time; `find` returns what is wrong with it. */
export function eachTool(find: (tool: CheckedTool, offer: CheckedOffer) => string | undefined): RuleCheck {
  return (offer) =>
    offer.tools.flatMap((tool) => {
      const message = find(tool, offer);
      return message === undefined ? [] : [{ tool: tool.name, message }];
    });
}
