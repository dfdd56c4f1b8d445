/**
 * The module that serves the decorated providers of a NestJS application as an MCP server.
 */
import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { makeMcpController } from './mcp-controller.js';
import { checkPath } from './endpoint/served-path.js';
import { ConfigurableSigilModule, type SigilModuleOptions, type SigilRouteOptions } from './sigil-options.js';
import { endpointPath, SigilServer } from './sigil-server.js';
import { SigilService } from './sigil-service.js';

type AsyncOptions = Parameters<typeof ConfigurableSigilModule.forRootAsync>[0];

/**
 * Serves every provider of the application that publishes methods with `@Tool`, `@Resource` or `@Prompt`, in whichever module it is listed.
 * Import it once, in the root module.
 */
@Module({})
export class SigilModule extends ConfigurableSigilModule {
  /** Takes the options as they are. */
  static override forRoot(options: SigilModuleOptions & SigilRouteOptions = {}): DynamicModule {
    return complete(super.forRoot(options), options);
  }

  /** Takes the options from a factory or a class; `path` and `isGlobal` stand beside it. */
  static override forRootAsync(options: AsyncOptions): DynamicModule {
    return complete(super.forRootAsync(options), options);
  }
}

function complete(module: DynamicModule, { path = 'mcp', isGlobal = false }: SigilRouteOptions): DynamicModule {
  return {
    ...module,
    global: isGlobal,
    imports: [...(module.imports ?? []), DiscoveryModule],
    controllers: [makeMcpController(checkPath(path))],
    providers: [...(module.providers ?? []), { provide: endpointPath, useValue: path }, SigilServer, SigilService],
    exports: [SigilService],
  };
}
