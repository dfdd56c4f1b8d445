/**
 * An operation is one MCP method; it answers with the members of a result object.
 */
import type { OperationResult } from '../calls/call.js';
import type { MaybePromise } from '../model/later.js';
import type { OperationCall } from '../tasks/operation-call.js';
import type { SubscriptionRequest } from './subscription-request.js';

/** @throws McpError for the peer's mistakes */
export type Operation = (call: OperationCall) => MaybePromise<OperationResult | SubscriptionRequest>;
