/**
 * The options of `SigilModule`.
 */
import { ConfigurableModuleBuilder, type ConfigurableModuleCls } from '@nestjs/common';
import type { Principal } from '@sigil/core/engine';
import type { HttpRequest } from './calls/http-call.js';
import type { ApplicationLimits } from './limits.js';

/** The options that `forRootAsync` may compute; all have defaults. */
export interface SigilModuleOptions {
  /** The folder of the application's package.json, whose `dist` has the build. Default: the working directory. */
  readonly folder?: string;
  /**
   * Runs `sigil build` at the start if the build is missing or older than the sources. Needs `@sigil/cli`; for development. Default: such a
   * build is an error that names the command.
   */
  readonly build?: boolean;
  /** The server's name for its clients. Default: that of the package.json. */
  readonly name?: string;
  /** Serves clients with a handshake request by request, without sessions. Default: false. */
  readonly stateless?: boolean;
  /** Host names that are allowed beside loopback: `mcp.example.com`. */
  readonly allowedHosts?: readonly string[];
  /** Origins whose pages may call, and read the answers: `https://app.example.com`. */
  readonly allowedOrigins?: readonly string[];
  /** Limits that are left out have their defaults. */
  readonly limits?: Partial<ApplicationLimits>;
  /** How much of an error callers see that is neither a `ToolError` nor an `HttpException` below 500. Default: its message. */
  readonly errors?: 'plain' | 'masked';
  /** Keys of 32 bytes for the state that clients carry between the rounds of a call. Replicas need the same ones. */
  readonly requestStateKeys?: readonly Uint8Array[];
  /**
   * Returns the caller of a request that the application's guards have let through. `undefined` is answered 401. Default: all callers are
   * one, with every scope.
   */
  readonly principal?: (request: HttpRequest) => Principal | undefined | Promise<Principal | undefined>;
  /** How long running calls may continue while the application closes, in milliseconds. Default: 5,000. */
  readonly closeGraceMs?: number;
}

/** The options that Nest needs while it reads the modules, which no factory can compute. */
export interface SigilRouteOptions {
  /** The path of the endpoint, below the global prefix; segments may be parameters: `:tenant/mcp`. Default: `mcp`. */
  readonly path?: string;
  /** Lets every module inject `SigilService` without importing this one. Default: false. */
  readonly isGlobal?: boolean;
}

/** A class that makes the options, for `forRootAsync({ useClass })`. */
export interface SigilOptionsFactory {
  createSigilOptions(): SigilModuleOptions | Promise<SigilModuleOptions>;
}

const built = new ConfigurableModuleBuilder<SigilModuleOptions>({ moduleName: 'Sigil' })
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createSigilOptions')
  .setExtras<SigilRouteOptions>({}, (definition) => definition)
  .build();

/** The base of the module, with Nest's usual `forRoot` and `forRootAsync`. */
export const ConfigurableSigilModule: ConfigurableModuleCls<
  SigilModuleOptions,
  'forRoot',
  'createSigilOptions',
  SigilRouteOptions
> = built.ConfigurableModuleClass;

/** The token of the options. */
export const sigilOptionsToken: string | symbol = built.MODULE_OPTIONS_TOKEN;
