/**
 * Serves the providers of the application: reads its build, finds the providers, and answers the requests that Nest routes to the endpoint.
 */
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, ExternalContextCreator, HttpAdapterHost, ModuleRef } from '@nestjs/core';
import type { Manifest } from '@sigil/core/building';
import { Announcements, bindPlugin, buildPluginCatalog, type Catalog } from '@sigil/core/catalog';
import { createEngine, type Engine, type Fault } from '@sigil/core/engine';
import { createEndpoint, type HttpEndpoint } from '@sigil/transport-http';
import { readApplication, type ReadApplication } from './build/read-application.js';
import { authenticateBy } from './endpoint/authenticate-by.js';
import { currentHttpCall, type HttpCall } from './calls/http-call.js';
import { callResponse } from './calls/call-response.js';
import { pathCheck } from './endpoint/served-path.js';
import { keepBodiesUnread, showBody } from './endpoint/unread-body.js';
import { separateLimits } from './limits.js';
import { findProviders } from './providers/find-providers.js';
import { makeModule } from './providers/provider-parts.js';
import { sigilOptionsToken, type SigilModuleOptions } from './sigil-options.js';

/** The token of the endpoint's path. */
export const endpointPath = Symbol('the path of the MCP endpoint');

const defaultCloseGraceMs = 5_000;

interface OpenedServer {
  readonly manifest: Manifest;
  readonly engine: Engine;
  readonly endpoint: HttpEndpoint;
}

@Injectable()
export class SigilServer implements OnModuleInit, OnModuleDestroy {
  readonly announcements: Announcements = new Announcements();
  readonly #logger = new Logger('SigilModule');
  #opened: OpenedServer | undefined;

  constructor(
    @Inject(sigilOptionsToken) private readonly options: SigilModuleOptions,
    @Inject(endpointPath) path: string,
    @Inject(HttpAdapterHost) { httpAdapter }: HttpAdapterHost,
    @Inject(ApplicationConfig) config: ApplicationConfig,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(ExternalContextCreator) private readonly contexts: ExternalContextCreator,
    @Inject(ModuleRef) private readonly moduleRef: ModuleRef,
  ) {
    keepBodiesUnread(httpAdapter, pathCheck(config, path));
  }

  /** The number of open sessions, and whether requests are answered. */
  get status(): { readonly isServing: boolean; readonly sessionCount: number } {
    return { isServing: this.#opened !== undefined, sessionCount: this.#opened?.endpoint.sessionCount ?? 0 };
  }

  /** @throws SigilModuleError for an application whose build is missing, stale, or does not fit its modules */
  async onModuleInit(): Promise<void> {
    const { folder = process.cwd(), build = false } = this.options;
    const application = await readApplication(folder, build);
    const catalog = this.#buildCatalog(application);
    this.#opened = this.#open(application.manifest, catalog);
    this.#logger.log(`Serves ${describeCounts(catalog)}`);
  }

  /** Lets running calls finish while the providers that they use are still there. */
  async onModuleDestroy(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    if (!opened) return;
    const { closeGraceMs = defaultCloseGraceMs } = this.options;
    opened.engine.endSubscriptions();
    await opened.endpoint.close(closeGraceMs);
    opened.engine.close();
  }

  /** Answers a request that the application's guards have let through. */
  handle({ request, response }: HttpCall): void {
    const rawRequest = request.raw ?? (request as unknown as NonNullable<typeof request.raw>); // Express adds to node:http's own
    const rawResponse = response.raw ?? (response as unknown as NonNullable<typeof response.raw>);
    response.hijack?.();
    showBody(rawRequest);
    const opened = this.#opened;
    if (!opened) return void rawResponse.writeHead(503).end();
    const call = { request, response: callResponse(response) };
    currentHttpCall.run(call, () => opened.endpoint.handle(rawRequest, rawResponse, request.body));
  }

  #buildCatalog({ manifest, generated, ...files }: ReadApplication): Catalog {
    const providers = findProviders(this.discovery, manifest, this.#logger);
    const services = { contexts: this.contexts, moduleRef: this.moduleRef };
    const { maxDecodeSteps } = separateLimits(this.options.limits);
    const module = makeModule(manifest, generated, providers, services);
    const { components } = bindPlugin(manifest, module, {
      announcer: this.announcements,
      ...(maxDecodeSteps === undefined ? {} : { maxDecodeSteps }),
    });
    return buildPluginCatalog(manifest, components, files);
  }

  #open(manifest: Manifest, catalog: Catalog): OpenedServer {
    const { name = manifest.plugin.name, stateless = false, errors = 'plain', requestStateKeys } = this.options;
    const { allowedHosts, allowedOrigins, principal } = this.options;
    const { version, description } = manifest.plugin;
    const limits = separateLimits(this.options.limits);
    const onFault = (fault: Fault): void => this.#report(fault);
    const engine = createEngine({
      info: { name, version, ...(description ? { description } : {}) },
      source: this.announcements.sourceOf(catalog),
      limits: limits.operation,
      errors: () => errors,
      onFault,
      ...(requestStateKeys && { requestStateKeys }),
    });
    const endpoint = createEndpoint(engine, {
      ...(allowedHosts && { allowedHosts }),
      ...(allowedOrigins && { allowedOrigins }),
      sessions: stateless ? 'stateless' : 'stateful',
      limits: limits.endpoint,
      authenticate: principal && authenticateBy(principal),
      onForbidden: (message) => this.#logger.warn(message),
      onFault,
    });
    return { manifest, engine, endpoint };
  }

  #report({ during, error, incident }: Fault): void {
    const stack = error instanceof Error ? error.stack : String(error);
    this.#logger.error(incident === undefined ? during : `${during} (incident ${incident})`, stack);
  }
}

function describeCounts({ tools, resources, resourceTemplates, prompts }: Catalog): string {
  const counted = { tool: tools.length, resource: resources.length + resourceTemplates.length, prompt: prompts.length };
  return Object.entries(counted)
    .map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`)
    .join(', ');
}
