/**
 * Checks views against the tools of the whole plugin: each tool's view must be declared, and no two views may have one address.
 */
import { encodeUri, normalizeUri } from '@sigil/core/building';
import type { ViewModel } from '../model/plugin-model.js';
import { describePlace, type PlacedMethod } from './component-names.js';
import { findNearest } from './program/nearest-name.js';
import type { Reading } from './program/reading.js';
import type { PlacedView } from './read-views.js';

/** Reports what is wrong. @returns each view once, sorted by address */
export function checkViews(
  reading: Reading,
  placed: readonly PlacedView[],
  methods: readonly PlacedMethod[],
): readonly ViewModel[] {
  const views = distinctViews(reading, placed);
  const knowsAll = placed.every(({ model }) => model !== undefined);
  const named = new Set(methods.flatMap((method) => (knowsAll ? checkTool(reading, method, views) : undefined) ?? []));
  for (const method of methods) checkResource(reading, method, views);
  // A tool that could not be read may name the view; its problem is reported already.
  const mayBeNamed = reading.problems.count > 0;
  for (const [key, { model, at }] of views) {
    if (named.has(key) || mayBeNamed) continue;
    const message = `no tool names the view ${JSON.stringify(model.uri)}, so no client shows it`;
    reading.problems.add({ code: 'SIGIL134', severity: 'warning', at, message });
  }
  return [...views.values()].map(({ model }) => model).sort((a, b) => (a.uri < b.uri ? -1 : 1));
}

type KnownView = Required<PlacedView>;
type Views = ReadonlyMap<string, KnownView>;

/** Returns the views by address. A base class declares its views once, however many classes extend it. */
function distinctViews(reading: Reading, placed: readonly PlacedView[]): Views {
  const views = new Map<string, KnownView>();
  for (const { model, at } of placed) {
    if (!model) continue;
    const first = views.get(normalizeUri(model.uri));
    if (!first) {
      views.set(normalizeUri(model.uri), { model, at });
      continue;
    }
    const isSame = first.at.file === at.file && first.at.start === at.start;
    if (isSame && JSON.stringify(first.model.scopes) === JSON.stringify(model.scopes)) continue;
    const message = isSame
      ? `the view ${JSON.stringify(model.uri)} would need other scopes in each class that extends this one`
      : `the view ${JSON.stringify(model.uri)} is declared at ${describePlace(reading, first.at)} too`;
    const fix = isSame ? { fix: 'Declare the `scopes` of the view itself.' } : {};
    reading.problems.add({ code: 'SIGIL132', at, message, ...fix });
  }
  return views;
}

/** @returns the key of the view that the tool names */
function checkTool(reading: Reading, { model, atView, at }: PlacedMethod, views: Views): string | undefined {
  if (model.kind !== 'tool' || model.view === undefined) return undefined;
  const key = normalizeUri(model.view);
  if (views.has(key)) return key;
  const message = `tool "${model.name}": no class of the plugin declares the view ${JSON.stringify(model.view)}`;
  const addresses = [...views.values()].map((view) => view.model.uri);
  const nearest = findNearest(model.view, addresses) ?? (addresses.length === 1 ? addresses[0] : undefined);
  const text = JSON.stringify(nearest);
  const place = atView ?? at;
  const isWritten = /^['"`]/.test(place.file.text.slice(place.start));
  const correction = nearest !== undefined && isWritten ? { correction: { at: place, text } } : {};
  const fix = nearest === undefined ? {} : { fix: `Write ${text}.` };
  reading.problems.add({ code: 'SIGIL133', at: place, message, ...fix, ...correction });
  return undefined;
}

function checkResource(reading: Reading, { model, at }: PlacedMethod, views: Views): void {
  if (model.kind !== 'resource' || model.isTemplate) return;
  const view = views.get(normalizeUri(encodeUri(model.uri)));
  if (!view) return;
  const message = `resource ${model.uri} has the address of the view at ${describePlace(reading, view.at)}`;
  reading.problems.add({ code: 'SIGIL132', at, message });
}
