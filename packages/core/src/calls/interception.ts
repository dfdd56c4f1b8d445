/**
 * The hook for code that runs around requests: operators' interceptors, and extensions that wrap methods of MCP.
 *
 * A server without such code pays a null check for each request.
 */
import type { PublishedTool, ToolResult } from '../catalog/catalog.js';
import type { JsonObject } from '../model/json.js';
import type { MaybePromise } from '../model/later.js';
import type { Call } from './call.js';

export interface Interception {
  /**
   * Runs a tool inside its interceptors, also where the call is a task or its client reads events. Its arguments belong to a tool that
   * was found and that the caller may use.
   *
   * @param run runs the tool with these arguments
   */
  aroundTool(asked: InterceptedTool, run: (input: JsonObject) => MaybePromise<ToolResult>): MaybePromise<ToolResult>;
  /** Runs an operation other than `tools/call` inside its interceptors. @param run runs it with the call's present params */
  aroundOperation<Result>(call: Call, method: string, run: () => MaybePromise<Result>): MaybePromise<Result>;
  /** Returns whether anything runs around the method now. */
  covers(method: string): boolean;
}

/** A call of a tool, before it runs. */
export interface InterceptedTool {
  readonly call: Call;
  readonly tool: PublishedTool;
  readonly input: JsonObject;
}
