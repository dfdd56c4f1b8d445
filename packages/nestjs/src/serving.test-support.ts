/**
 * Applications of Nest for tests, on either adapter.
 */
import { Module, type DynamicModule, type INestApplication, type Type } from '@nestjs/common';
import { NestFactory, type AbstractHttpAdapter } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { onTestFinished } from 'vitest';
import { cafe } from '../test/build-cafe.ts';
import { CafeModule } from '../test/cafe/src/cafe.module.ts';
import { SigilModule } from './sigil-module.js';
import type { SigilModuleOptions, SigilRouteOptions } from './sigil-options.js';

/** The adapters that Nest has for HTTP. */
export const adapters: Readonly<Record<AdapterName, () => AbstractHttpAdapter>> = {
  express: () => new ExpressAdapter(),
  fastify: () => new FastifyAdapter(),
};

export type AdapterName = 'express' | 'fastify';

/** The differences between the applications of tests. */
export interface AppOptions {
  readonly sigil?: SigilModuleOptions & SigilRouteOptions;
  /** In place of the module of the café. */
  readonly imports?: readonly (Type | DynamicModule)[];
  readonly providers?: readonly NonNullable<DynamicModule['providers']>[number][];
  readonly controllers?: readonly Type[];
  /** Runs before the application is initialised, as the statements of `main.ts` do. */
  readonly prepare?: (app: INestApplication) => void;
}

/** A listening application. */
export interface ServedApp {
  readonly app: INestApplication;
  readonly port: number;
  readonly url: URL;
}

@Module({})
class AppModule {}

/** Starts an application; it is closed after the test. */
export async function serveApp(adapter: AdapterName, options: AppOptions = {}): Promise<ServedApp> {
  const { imports = [CafeModule], providers = [], controllers = [], sigil = {}, prepare } = options;
  const module: DynamicModule = {
    module: AppModule,
    imports: [SigilModule.forRoot({ folder: cafe, closeGraceMs: 1, ...sigil }), ...imports],
    providers: [...providers],
    controllers: [...controllers],
  };
  const app = await NestFactory.create(module, adapters[adapter](), { logger: false, abortOnError: false });
  onTestFinished(() => app.close());
  prepare?.(app);
  await app.listen(0, '127.0.0.1');
  const { port } = new URL(await app.getUrl());
  return { app, port: Number(port), url: new URL(`http://127.0.0.1:${port}/mcp`) };
}
