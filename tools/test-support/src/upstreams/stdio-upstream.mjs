/**
 * An upstream over standard input and output. Its first argument is the era; more arguments change how it behaves.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { openLegacyServer } from './legacy-server.mjs';
import { openModernServer } from './modern-server.mjs';

const [era, pidFile, instructions] = process.argv.slice(2);
const state = {
  calls: {},
  tools: [],
  instructions,
  onCancelled: () => process.stderr.write('a slow call was cancelled\n'),
};
if (pidFile) {
  // A process of its own that would outlive a careless parent.
  const helper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  writeFileSync(pidFile, JSON.stringify([process.pid, helper.pid]));
}
process.stderr.write(`the ${era} upstream began\n`);
if (era === 'legacy') await openLegacyServer(state).connect(new StdioServerTransport());
else serveStdio(() => openModernServer(state));
