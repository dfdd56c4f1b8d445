/**
 * Passes each JSON fence to the code that reads such JSON in production.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '@sigil/checks/problem';
import { readFile, workspaceRoot } from '@sigil/checks/workspace';
import { readConfiguration } from '@sigil/server';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Fence } from '../fences/mark.ts';
import { checkClients } from './check-clients.ts';

/** The revision whose published schema validates messages, unless the fence names another. */
const newest = '2026-07-28';

type Check = (value: unknown, fence: Fence) => readonly string[];

const checks: Readonly<Record<string, Check>> = {
  config: checkConfiguration,
  client: checkClients,
  message: checkMessage,
  file: () => [],
};

/** Returns whether `checkJson` applies; calls, servers and outputs need something that runs. */
export function isReadAsJson({ block, mark }: Fence): boolean {
  return block.language === 'json' && mark.verb in checks;
}

export function checkJson(fence: Fence): Problem[] {
  const { block, document, mark } = fence;
  const messages = messagesOf(() => checks[mark.verb]?.(JSON.parse(block.text), fence) ?? []);
  return messages.map((message) => ({ file: document, line: block.line, message }));
}

function messagesOf(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Checks with the server's own reader; `${NAME}` is set in the environment, as an operator would. */
function checkConfiguration(_value: unknown, { block }: Fence): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-docs-'));
  const names = [...block.text.matchAll(/\$\{(\w+)\}/gu)].map((match) => [match[1] ?? '', 'given'] as const);
  try {
    const config = join(folder, 'sigil.config.json');
    writeFileSync(config, block.text);
    readConfiguration({ config, plugins: folder }, Object.fromEntries(names), workspaceRoot);
    return [];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Checks `json message 2025-11-25 InitializeRequest` against that definition in the published schema of the revision. */
function checkMessage(value: unknown, { mark }: Fence): readonly string[] {
  const [revision = newest, definition = 'JSONRPCMessage'] = mark.words;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(JSON.parse(readFile(`packages/testing/schemas/${revision}.json`).text) as object, 'mcp');
  const isValid = ajv.getSchema(`mcp#/$defs/${definition}`) ?? ajv.getSchema(`mcp#/definitions/${definition}`);
  if (!isValid) return [`the schema of ${revision} has no "${definition}"`];
  return isValid(value) ? [] : [ajv.errorsText(isValid.errors)];
}
