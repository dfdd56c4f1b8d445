/**
 * Starts the plugin of a folder in this process and reports each step.
 */
import type { JsonObject } from '@sigil/core';
import type { Manifest, ManifestService } from '@sigil/core/building';
import { hostPlugin, type HostedPlugin } from '@sigil/plugin-host';
import { ensureFresh } from '../building/ensure-built.js';
import { describeFailure } from '../failures/describe-failure.js';
import { summarizeOffer } from '../listing/summarize-offer.js';
import { readLink } from '../serving/read-link.js';
import type { Terminal } from '../terminal/terminal.js';
import type { InspectedBoot, InspectedPlugin, InspectedScopes, InspectedService } from './inspection.js';

/**
 * @param folder absolute
 * @param configuration of the plugin, if it takes one
 * @throws CommandError when it cannot be built
 */
export async function inspectFolder(
  folder: string,
  configuration: JsonObject | undefined,
  terminal: Terminal,
): Promise<InspectedPlugin> {
  await ensureFresh(folder, terminal);
  const hosted = await hostPlugin(folder, { ...(await readLink(folder)), configuration, activation: 'onStart' });
  try {
    return describe(hosted);
  } finally {
    await hosted.close();
  }
}

function describe({ name, link, status, report, serving }: HostedPlugin): InspectedPlugin {
  const manifest = status.state === 'serving' ? status.manifest : undefined;
  return {
    name,
    state: status.state,
    link,
    ...(manifest ? offerOf(manifest) : {}),
    ...(serving ? { manifestCid: serving.manifestCid } : {}),
    ...(status.state === 'failed' ? { reason: status.error.code } : {}),
    ...(report ? { boot: bootOf(report) } : {}),
  };
}

function offerOf(
  manifest: Manifest,
): Pick<InspectedPlugin, 'version' | 'offers' | 'activates' | 'services' | 'scopes'> {
  const { version, activation = 'onFirstUse' } = manifest.plugin;
  const services = (manifest.services ?? []).map(servicesOf);
  const offers = summarizeOffer(manifest);
  const scopes = scopesOf(manifest);
  return {
    version,
    offers,
    activates: activation,
    ...(scopes.length > 0 ? { scopes } : {}),
    ...(services.length > 0 ? { services } : {}),
  };
}

function scopesOf({ tools, resources, resourceTemplates, prompts }: Manifest): InspectedScopes[] {
  const all: readonly { kind: InspectedScopes['kind']; name: string; scopes?: readonly string[] | undefined }[] = [
    ...tools.map(({ name, scopes }) => ({ kind: 'tool' as const, name, scopes })),
    ...resources.map(({ uri, scopes }) => ({ kind: 'resource' as const, name: uri, scopes })),
    ...resourceTemplates.map(({ uriTemplate, scopes }) => ({ kind: 'resource' as const, name: uriTemplate, scopes })),
    ...prompts.map(({ name, scopes }) => ({ kind: 'prompt' as const, name, scopes })),
  ];
  return all.flatMap(({ scopes, ...component }) => (scopes ? [{ ...component, scopes }] : []));
}

function servicesOf({ name, from, file, provides, needs = [], carry }: ManifestService): InspectedService {
  return { name, from, file, provides, needs, carries: carry !== undefined };
}

function bootOf({ outcome, durationMs, steps, error }: NonNullable<HostedPlugin['report']>): InspectedBoot {
  const why = error ? { reason: error.code, message: describeFailure(error, { isVerbose: false }) } : {};
  return {
    outcome,
    durationMs,
    steps: steps.map(({ step, durationMs: took }) => ({ step, durationMs: took })),
    ...why,
  };
}
