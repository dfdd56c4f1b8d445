/**
 * Serves with MCP-Nest: a controller whose methods have its decorators, applied as the compiler applies them.
 */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import { McpController, McpStrategy, StreamableHttpTransport, Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { freePort } from '../free-port.mjs';
import { readSubjectOptions, sayReady } from '../../serving/subject-options.mjs';
import { toResult } from '../../serving/served-tools/tools.mjs';
import { zodTools } from './zod-tools.mjs';

const options = readSubjectOptions();
if (options) await serve(options);

async function serve({ tools, stateless }) {
  const transport = new StreamableHttpTransport({ endpoint: '/mcp', statefulMode: !stateless });
  const strategy = new McpStrategy({ name: 'mcp-nest', version: '1.0.0', transports: [transport] });
  class Work {}
  for (const { name, description, input, output, run } of zodTools(tools)) {
    Work.prototype[name] = async function (given) {
      return toResult(run(given));
    };
    const about = {
      name,
      description,
      parameters: z.object(input),
      ...(output ? { outputSchema: z.object(output) } : {}),
    };
    Payload()(Work.prototype, name, 0);
    Tool(about)(Work.prototype, name, Object.getOwnPropertyDescriptor(Work.prototype, name));
  }
  McpController()(Work);
  class App {}
  Module({ controllers: [Work] })(App);
  const app = await NestFactory.create(App, { logger: false });
  strategy.setHttpAdapter(app.getHttpAdapter());
  app.connectMicroservice({ strategy });
  await app.startAllMicroservices();
  const port = await freePort();
  await app.listen(port, '127.0.0.1');
  sayReady(port);
}
