/**
 * The answers of the floors: parse, call, stringify, and none of a real server's other duties.
 */
import { listOf } from '../served-tools/schemas.mjs';
import { runTool, toResult } from '../served-tools/tools.mjs';

/** @param {{ tools: number }} options @returns {(request: any) => object | undefined} the answer; `undefined` for none */
export function bareAnswers({ tools }) {
  const list = listOf(tools);
  return ({ id, method, params }) => {
    if (id === undefined) return undefined;
    return { jsonrpc: '2.0', id, result: resultOf(method, params, list) };
  };
}

/** The answer to the gateway's discovery of its upstream. */
const discovered = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'bare', version: '1.0.0' } },
};

/** @param {string} method @param {any} params @param {readonly object[]} list */
function resultOf(method, params, list) {
  if (method === 'tools/call') return toResult(runTool(params.name, params.arguments));
  if (method === 'tools/list') return { tools: list };
  if (method === 'server/discover') return discovered;
  if (method !== 'initialize') return {};
  const serverInfo = { name: 'bare', version: '1.0.0' };
  return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo };
}

/** Returns one step of the progress tool, as a message. @param {any} params @param {number} progress */
export function progressMessage(params, progress) {
  const { progressToken } = params._meta;
  return { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress } };
}
