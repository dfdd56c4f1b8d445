/**
 * Serves with FastMCP for TypeScript, as its guide does.
 */
import { FastMCP } from 'fastmcp';
import { z } from 'zod';
import { freePort } from '../free-port.mjs';
import { readSubjectOptions, sayReady } from '../../serving/subject-options.mjs';
import { zodTools } from './zod-tools.mjs';

const options = readSubjectOptions();
if (options) {
  const server = new FastMCP({ name: 'fastmcp', version: '1.0.0' });
  for (const { name, description, input, output, run } of zodTools(options.tools)) {
    const about = {
      name,
      description,
      parameters: z.object(input),
      ...(output ? { outputSchema: z.object(output) } : {}),
    };
    server.addTool({ ...about, execute: async (given) => run(given) });
  }
  const port = await freePort();
  const httpStream = { port, host: '127.0.0.1', endpoint: '/mcp', stateless: options.stateless };
  await server.start({ transportType: 'httpStream', httpStream });
  sayReady(port);
}
