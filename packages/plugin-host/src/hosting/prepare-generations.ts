/**
 * Prepares the generations of one plugin: with their code running, or from the manifest alone.
 *
 * Knows nothing of which generation serves.
 */
import type { Announcer } from '@sigil/core';
import { PluginError, type PluginErrorCode } from '@sigil/core/building';
import {
  buildPluginCatalog,
  checkConfiguration,
  findSecrets,
  refuseApplication,
  type Catalog,
} from '@sigil/core/catalog';
import { LazyLink } from '../links/lazy-link.js';
import { chooseLinkLimits } from '../links/link-limits.js';
import { openLink } from '../links/open-link.js';
import { findSourcePlace } from '../stacks/map-stack.js';
import type { LinkEvent, LinkKind, PluginLink } from '../links/plugin-link.js';
import type { BuiltPlugin } from '../builds/build-source.js';
import { blankProcessSecrets, addProcessSecrets } from '../program/process-secrets.js';
import { Boot } from './boot.js';
import type { BootReport } from './boot-report.js';
import { startCode, type StartedCode } from './start-code.js';
import type { CompatibilityWindow } from './compatibility/compatibility-window.js';
import type { HostLimits } from './host-limits.js';
import type { HostEvent, HostOptions } from './hosted-plugin.js';
import { CrashMemory, endLink, type EndableLink } from './endable-link.js';

/** A generation that may serve. */
export interface Prepared {
  readonly built: BuiltPlugin;
  readonly link: PluginLink | LazyLink;
  readonly catalog: Catalog;
  readonly window: CompatibilityWindow;
  readonly crashes: CrashMemory;
}

interface PreparationSite {
  readonly kind: LinkKind;
  /** Names the plugin until its manifest does. */
  readonly label: string;
  readonly options: HostOptions;
  readonly limits: HostLimits;
  readonly announcer: Announcer;
  readonly onEvent: (event: HostEvent) => void;
  /** Called with the outcome of each attempt to start a build's code on first use. */
  readonly onActivation: (built: BuiltPlugin, report: BootReport) => void;
}

/** A build to start, and the callback before its start. */
interface Coming<Made> {
  readonly built: BuiltPlugin;
  readonly crashes: CrashMemory;
  readonly make: (link: PluginLink) => Made;
}

/** Makes generations of one plugin from its builds. */
export class GenerationMaker {
  constructor(private readonly site: PreparationSite) {}

  /**
   * Loads and starts the code of a build.
   *
   * @param window the older lists that clients may still have
   * @throws PluginError naming the failure, after everything has been stopped again
   */
  async prepare(boot: Boot, built: BuiltPlugin, window: CompatibilityWindow): Promise<Prepared> {
    this.#addProcessSecrets(built);
    const crashes = new CrashMemory();
    const make = (opened: PluginLink): Catalog => makeCatalog(built, window, opened);
    const { link, made: catalog } = await this.#startCode(boot, { built, crashes, make });
    return { built, link, catalog, window, crashes };
  }

  /**
   * Prepares a build without its code, which starts on first use.
   *
   * @throws PluginError when the manifest shows that it cannot serve, or not with this configuration; RangeError for invalid limits of the
   * link
   */
  prepareLater(built: BuiltPlugin, window: CompatibilityWindow): Prepared {
    const { manifest } = built;
    const { options, limits, announcer } = this.site;
    refuseApplication(manifest);
    this.#addProcessSecrets(built);
    checkConfiguration(manifest, options.configuration);
    chooseLinkLimits(options.linkLimits);
    const crashes = new CrashMemory();
    const link = new LazyLink({
      manifest,
      announcer,
      startCode: (onOpen) => this.#activate({ built, crashes, make: onOpen }),
      retryMs: limits.activationRetryMs,
      maxRetryMs: limits.maxActivationRetryMs,
    });
    return { built, link, catalog: makeCatalog(built, window, link), window, crashes };
  }

  /** Prepares a build beside the generation whose code it goes on with. */
  prepareWith({ link, crashes }: Prepared, built: BuiltPlugin, window: CompatibilityWindow): Prepared {
    return { built, link, catalog: makeCatalog(built, window, link), window, crashes };
  }

  /** Ends the code of a link, within its limit. Never rejects. */
  async end(link: EndableLink, { manifest }: BuiltPlugin): Promise<void> {
    const { limits, onEvent } = this.site;
    await endLink(link, { plugin: manifest.plugin.name, stopTimeoutMs: limits.stopTimeoutMs, onEvent });
  }

  #addProcessSecrets({ manifest }: BuiltPlugin): void {
    addProcessSecrets(findSecrets(manifest, this.site.options.configuration));
  }

  async #activate(coming: Coming<void>): Promise<PluginLink> {
    const { label, limits, onActivation } = this.site;
    const boot = new Boot(label, limits);
    boot.noteBuilt(coming.built);
    try {
      const { link } = await this.#startCode(boot, coming);
      onActivation(coming.built, boot.report());
      return link;
    } catch (error) {
      onActivation(coming.built, boot.report(asPluginError(error, coming.built.manifest.plugin.name)));
      throw error;
    }
  }

  async #startCode<Made>(boot: Boot, coming: Coming<Made>): Promise<StartedCode<Made>> {
    try {
      return await this.#open(boot, coming);
    } catch (error) {
      throw withPlace(error, coming.built);
    }
  }

  #open<Made>(boot: Boot, { built, crashes, make }: Coming<Made>): Promise<StartedCode<Made>> {
    const { kind, options, limits: hostLimits, announcer, onEvent } = this.site;
    const { configuration, linkLimits: limits, environment } = options;
    const open = (): Promise<PluginLink> =>
      openLink(kind)(built, {
        announcer,
        configuration,
        maxDecodeSteps: hostLimits.maxDecodeSteps,
        ...(limits ? { limits } : {}),
        ...(environment ? { environment } : {}),
        onEvent: (event) => {
          const blanked = blankEvent(event);
          crashes.note(blanked);
          onEvent({ kind: 'link', event: blanked });
        },
      });
    return startCode(boot, { open, make, end: (link) => this.end(link, built) });
  }
}

const noFiles = new Uint8Array();

/** A build whose files are missing is refused. */
function makeCatalog(built: BuiltPlugin, window: CompatibilityWindow, { components }: PluginLink | LazyLink): Catalog {
  const { manifest, skillFiles = noFiles, viewFiles = noFiles } = built;
  return buildPluginCatalog(manifest, window.applyTo(components), { skillFiles, viewFiles });
}

/** The errors of an author's code that runs before a build serves. */
const authorsErrors: ReadonlySet<PluginErrorCode> = new Set(['code-failed', 'construct-failed', 'start-failed']);

/** Adds the author's line to an error that their code threw. */
function withPlace(error: unknown, { codePath }: BuiltPlugin): unknown {
  if (!(error instanceof PluginError) || !authorsErrors.has(error.code)) return error;
  const { cause } = error;
  const place = cause instanceof Error ? findSourcePlace(cause.stack ?? '', codePath) : undefined;
  return place === undefined ? error : new PluginError(error.code, `${error.message} (${place})`, { cause });
}

/** Blanks secrets in the lines that a worker or process prints. */
function blankEvent(event: LinkEvent): LinkEvent {
  return event.kind === 'printed' ? { ...event, text: blankProcessSecrets(event.text) } : event;
}

/** Makes the error for the operator from anything thrown. */
export function asPluginError(error: unknown, name: string): PluginError {
  if (error instanceof PluginError) return error;
  return new PluginError('start-failed', `plugin "${name}" could not be started`, { cause: error });
}
