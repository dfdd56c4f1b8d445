/**
 * `prompts/get`: renders one prompt.
 *
 * Spec: 2025-11-25 server/prompts#getting-a-prompt
 */
import { explainPending } from '../catalog/explain-missing.js';
import { suggestNames } from '../catalog/nearest-names.js';
import { McpError } from '../errors/mcp-error.js';
import { cutText } from '../model/cut-text.js';
import { isJsonObject } from '../model/json.js';
import { writeContent } from '../revisions/write-fields.js';
import { describeProblems } from '../calls/describe-problems.js';
import type { OperationResult } from '../calls/operation-result.js';
import { carriesAllContent, writeWireMembers } from '../calls/write-wire-result.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { requireScopes } from '../calls/require-scopes.js';
import { requireShort } from '../calls/result-length.js';
import { runOrFail } from '../calls/run-method.js';

export async function promptsGet(call: OperationCall): Promise<OperationResult> {
  const { catalog, params, revision } = call;
  const name = params['name'];
  if (typeof name !== 'string') throw new McpError('invalid-params', '"name" must be the name of a prompt');
  const prompt = catalog.findPrompt(name);
  if (!prompt) {
    const names = catalog.prompts.map((it) => it.definition.name);
    const why = explainPending(catalog);
    throw new McpError('invalid-params', `no prompt named "${cutText(name, 128)}"${why}${suggestNames(name, names)}`);
  }
  requireScopes(call.principal, prompt);

  const input = params['arguments'] ?? {};
  if (!isJsonObject(input)) throw new McpError('invalid-params', `prompt "${name}": "arguments" must be an object`);
  call.hold(prompt);
  const outcome = await runOrFail(call, `prompt "${name}"`, () => {
    call.enter(prompt);
    return prompt.get(input, call);
  });
  if (outcome.kind === 'bad-arguments') {
    throw new McpError('invalid-params', `prompt "${name}": ${describeProblems(outcome.problems)}`);
  }

  if (outcome.wire && carriesAllContent(revision))
    return requireShort(call, `prompt "${name}"`, writeWireMembers(outcome.wire, {}));
  const messages = outcome.messages.map(({ role, content }) => ({ role, content: writeContent(content, revision) }));
  if (outcome.wire)
    return requireShort(
      call,
      `prompt "${name}"`,
      writeWireMembers(outcome.wire, { messages: JSON.stringify(messages) }),
    );
  const description = outcome.description ?? prompt.definition.description;
  const described = description === undefined ? '' : `"description":${JSON.stringify(description)},`;
  return requireShort(call, `prompt "${name}"`, `${described}"messages":${JSON.stringify(messages)}`);
}
