/**
 * Says where the tools for coding agents are, and how an agent gets them.
 */
import { invocation } from '../installing/invocation.js';
import type { Output, Terminal } from '../terminal/terminal.js';

/** @param url of the server with the tools */
export function formatAgentWelcome(url: string, output: Output, terminal: Pick<Terminal, 'env' | 'cwd'>): string {
  const { paint } = output;
  const sigil = invocation(terminal);
  return [
    `${paint.bold('Tools for coding agents')}, with diagnostics, schemas and calls of this plugin\n${paint.cyan(url)}`,
    `  claude mcp add --transport http sigil-dev ${url}`,
    `  ${sigil} install ${url} --client cursor --scope project   # or vscode, codex, gemini, zed …`,
    '',
  ].join('\n');
}
