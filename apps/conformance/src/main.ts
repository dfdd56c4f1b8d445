#!/usr/bin/env node
/**
 * The fixture as a program: serves it over HTTP, or over standard input and output, until it is told to stop.
 */
import type { Fault } from '@sigil/core';
import { guardStdout, serveStdio } from '@sigil/transport-stdio';
import { Command, InvalidArgumentError } from 'commander';
import { openFixture } from './fixture/open-fixture.js';
import { paths, serveFixture } from './fixture/serve-fixture.js';

const program = new Command('fixture')
  .description('Serves what the official conformance suite calls by name.')
  .option('--port <number>', 'port to listen on; 0 takes any free one', readPort, 3000)
  .option('--stdio', 'serve over standard input and output instead');

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('a port is a number from 0 to 65535.');
}

async function main(): Promise<void> {
  const { port, stdio } = program.parse().opts<{ port: number; stdio?: boolean }>();
  if (stdio) await overStdio();
  else await overHttp(port);
}

async function overStdio(): Promise<void> {
  const { output } = guardStdout();
  const fixture = await openFixture(reportFault);
  const server = serveStdio(fixture.engine, { output, onFault: reportFault });
  await untilStopped(server.done);
  await server.close();
  await fixture.close();
}

async function overHttp(port: number): Promise<void> {
  const fixture = await openFixture(reportFault);
  const server = await serveFixture(fixture.engine, port, reportFault);
  console.log(
    `The fixture serves on ${server.url}${paths.mount}, the same on ${paths.short}, and HTTP+SSE on ${paths.sse}`,
  );
  await untilStopped();
  fixture.engine.endSubscriptions();
  await server.close();
  await fixture.close();
}

/** @param ended what else stops it */
function untilStopped(ended: Promise<void> = new Promise(() => undefined)): Promise<void> {
  const told = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  return Promise.race([told, ended]);
}

// On standard error: over stdio, standard output is the protocol's.
function reportFault({ during, error }: Fault): void {
  console.error(`${during} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

await main();
