/**
 * Shows how plugins started: a table if there are several, and the steps of each plugin shown in detail.
 */
import { formatTable } from '../terminal/format-table.js';
import { printable } from '../terminal/printable.js';
import type { Output } from '../terminal/terminal.js';
import type { InspectedBoot, InspectedPlugin, InspectedScopes, InspectedService } from './inspection.js';

/** Shows one plugin with every step; several in a table, with the steps of those that failed. */
export function formatInspection(plugins: readonly InspectedPlugin[], output: Output): string {
  const [only] = plugins;
  if (!only) return 'It hosts no plugins.';
  if (plugins.length === 1) return formatPlugin(only, output);
  const failed = plugins.filter((plugin) => plugin.state === 'failed');
  return [formatOverview(plugins, output), ...failed.map((plugin) => formatPlugin(plugin, output))].join('\n\n');
}

/** Describes the failure: `start failed (start-failed): the database is not there`. */
export function describeFailedBoot({ reason, boot }: InspectedPlugin): string {
  const step = boot?.outcome === 'failed' ? boot.steps.at(-1)?.step : undefined;
  const code = boot?.reason ?? reason ?? 'no reason given';
  const head = step === undefined ? `it failed (${code})` : `${step} failed (${code})`;
  return printable(boot?.message === undefined ? head : `${head}: ${boot.message}`);
}

function formatOverview(plugins: readonly InspectedPlugin[], output: Output): string {
  const rows = plugins.map((plugin) => [
    plugin.name,
    plugin.state,
    plugin.version ?? '',
    plugin.generation === undefined ? '' : String(plugin.generation),
    plugin.link ?? '',
    plugin.policy ?? '',
    plugin.boot ? formatMs(plugin.boot.durationMs) : '',
    plugin.since ?? '',
  ]);
  const head = ['PLUGIN', 'STATE', 'VERSION', 'GENERATION', 'LINK', 'POLICY', 'BOOT', 'SINCE'];
  const cells = rows.map((row) => row.map((cell) => printable(cell)));
  return formatTable(head, cells, output);
}

function formatPlugin(plugin: InspectedPlugin, output: Output): string {
  const { boot } = plugin;
  const facts = factsOf(plugin).map(([fact, value]) => [fact, printable(value)]);
  const sections = [formatTitle(plugin, output)];
  if (facts.length > 0) sections.push(formatTable(['FACT', 'VALUE'], facts, output));
  if (plugin.scopes) sections.push(formatScopes(plugin.scopes, output));
  if (plugin.services) sections.push(formatServices(plugin.services, output));
  if (boot && boot.steps.length > 0) sections.push(formatSteps(boot, output));
  return sections.join('\n\n');
}

function formatTitle(plugin: InspectedPlugin, { paint }: Output): string {
  const name = paint.bold(printable(plugin.name));
  const what = plugin.version === undefined ? name : `${name} ${printable(plugin.version)}`;
  if (plugin.state === 'serving') return `${what} ${paint.green('serves')} ${plugin.offers ?? ''}`.trimEnd();
  return `${what} ${whatServes(plugin)}: ${paint.red(describeFailedBoot(plugin))}`;
}

function whatServes({ version, activation }: InspectedPlugin): string {
  if (activation === 'failed') return 'is listed, its code did not come up when it was used';
  return version === undefined ? 'does not serve' : 'still serves, the newest build does not';
}

function factsOf({
  link,
  policy,
  activates,
  activation,
  generation,
  since,
  manifestCid,
}: InspectedPlugin): [string, string][] {
  const facts: readonly [string, string | undefined][] = [
    ['link', link],
    ['policy', policy],
    ['activates', activates],
    ['code', activation],
    ['generation', generation?.toString()],
    ['since', since],
    ['manifest', manifestCid],
  ];
  return facts.flatMap(([fact, value]) => (value === undefined ? [] : [[fact, value]]));
}

function formatScopes(components: readonly InspectedScopes[], output: Output): string {
  const rows = components.map(({ kind, name, scopes }) =>
    [kind, name, scopes.join(' ')].map((cell) => printable(cell)),
  );
  return formatTable(['KIND', 'NAME', 'SCOPES'], rows, output);
}

function formatServices(services: readonly InspectedService[], output: Output): string {
  const rows = services.map(({ name, from, file, provides, needs, carries }) =>
    [name, provides.join(', '), from, file, needs.join(', '), carries ? 'yes' : ''].map((cell) => printable(cell)),
  );
  return formatTable(['SERVICE', 'PROVIDES', 'FROM', 'FILE', 'NEEDS', 'CARRIES STATE'], rows, output);
}

function formatSteps({ steps, durationMs, outcome }: InspectedBoot, output: Output): string {
  const rows = steps.map(({ step, durationMs: took }, index) => {
    const isLast = index === steps.length - 1;
    return [printable(step), formatMs(took), isLast && outcome === 'failed' ? output.paint.red('failed') : 'ok'];
  });
  return formatTable(['STEP', 'TIME', 'OUTCOME'], [...rows, ['all', formatMs(durationMs), '']], output);
}

function formatMs(durationMs: number): string {
  return `${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`;
}
