/**
 * An operation is one MCP method; it answers with the members of a result object.
 */
import type { OperationResult } from '../calls/operation-result.js';
import type { OperationCall } from '../tasks/operation-call.js';
import type { SubscriptionRequest } from './subscription-request.js';

/** @throws McpError for the peer's mistakes, thrown or as a rejection */
export type Operation = (
  call: OperationCall,
) => OperationResult | SubscriptionRequest | Promise<OperationResult | SubscriptionRequest>;
