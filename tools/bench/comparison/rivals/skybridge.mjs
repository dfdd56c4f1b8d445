/**
 * Serves with Skybridge, without a view.
 */
import { Skybridge } from 'skybridge/server';
import { freePort } from '../free-port.mjs';
import { readSubjectOptions, sayReady } from '../../serving/subject-options.mjs';
import { toResult } from '../../serving/served-tools/tools.mjs';
import { zodTools } from './zod-tools.mjs';

const options = readSubjectOptions();
if (options) {
  const port = await freePort();
  process.env.__PORT = String(port);
  const published = zodTools(options.tools);
  const app = new Skybridge({
    name: 'skybridge',
    version: '1.0.0',
    handler: (server) => {
      for (const { name, description, input, output, run } of published) {
        const about = { name, description, inputSchema: input, ...(output ? { outputSchema: output } : {}) };
        server.registerTool(about, async (given) => toResult(run(given)));
      }
      return server;
    },
  });
  await app.run();
  sayReady(port);
}
