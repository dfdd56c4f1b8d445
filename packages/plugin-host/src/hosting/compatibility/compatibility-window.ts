/**
 * Remembers for a while what a plugin offered before, since clients cache lists for hours and call what they have listed.
 *
 * Immutable; each swap makes the next one. Calls with a current tool and valid arguments never reach it.
 */
import type { Context, JsonObject } from '@sigil/core';
import type { FormerNames, Manifest } from '@sigil/core/building';
import {
  derive,
  type BadArguments,
  type Components,
  type FormerTool,
  type PublishedTool,
  type ToolResult,
} from '@sigil/core/catalog';
import { adaptArguments } from './adapt-arguments.js';
import { findArgumentChanges } from './schema-changes.js';

/** The number of older forms kept of one tool, and of removed tools; the oldest are forgotten first. */
const mostForms = 8;
const mostGone = 1_000;

/** An earlier input schema of a tool, and when it ended. */
interface FormerForm {
  readonly inputSchema: JsonObject;
  readonly untilMs: number;
}

/** A tool in its current form and its earlier ones. */
interface KnownTool {
  readonly inputSchema: JsonObject;
  readonly formerly: FormerNames;
  /** The time since which the tool has had its current form. */
  readonly sinceMs: number;
  /** Earlier forms, newest first. */
  readonly forms: readonly FormerForm[];
}

export class CompatibilityWindow {
  // A first manifest has no history, so it is read only when a second one comes.
  #first: { readonly tools: Manifest['tools']; readonly sinceMs: number } | undefined;

  private constructor(
    private readonly windowMs: number,
    private readonly now: () => number,
    private readonly known: ReadonlyMap<string, KnownTool>,
    /** Removed tools, with the time of their removal. */
    private readonly gone: ReadonlyMap<string, number>,
  ) {}

  /** Opens the window of a plugin that has not been offered yet. @param windowMs its length; 0 remembers nothing */
  static open(windowMs: number, now: () => number): CompatibilityWindow {
    return new CompatibilityWindow(windowMs, now, new Map(), new Map());
  }

  private get tools(): ReadonlyMap<string, KnownTool> {
    if (!this.#first) return this.known;
    const { tools, sinceMs } = this.#first;
    return new Map(tools.map(({ name, inputSchema }) => [name, { inputSchema, formerly: {}, sinceMs, forms: [] }]));
  }

  /** Returns the window for the time after this manifest starts to serve. */
  after({ tools }: Manifest): CompatibilityWindow {
    if (this.windowMs === 0) return this;
    const nowMs = this.now();
    const isFirst = !this.#first && this.known.size === 0 && this.gone.size === 0;
    if (isFirst && tools.every(({ formerly }) => !formerly)) return this.#beginWith(tools, nowMs);
    const before = this.tools;
    const next = new Map(
      tools.map(({ name, inputSchema, formerly = {} }) => [
        name,
        this.#nextForm(before, { name, inputSchema, formerly }, nowMs),
      ]),
    );
    const left = [...before.keys()].map((name): [string, number] => [name, nowMs]);
    // A catalog finds a new tool by the other spelling of its name; a tool that was there before is another one.
    const spelled = new Set([...next.keys()].filter((name) => !before.has(name)).map(withoutDots));
    const isGone = (name: string): boolean => !next.has(name) && !spelled.has(withoutDots(name));
    const gone = [...this.gone, ...left].filter(([name, at]) => isGone(name) && this.#isRecent(at));
    return new CompatibilityWindow(this.windowMs, this.now, next, new Map(gone.slice(-mostGone)));
  }

  /** Returns the components, extended by what clients may still know from older lists. */
  applyTo(components: Components): Components {
    if (this.#first) return components;
    const tools = components.tools.map((tool) => this.#acceptOlderForms(tool));
    const formerTools = this.#formerTools(new Map(tools.map((tool) => [tool.definition.name, tool])));
    return { ...components, tools, ...(formerTools.length > 0 ? { formerTools } : {}) };
  }

  #isRecent(atMs: number): boolean {
    return this.now() - atMs < this.windowMs;
  }

  #beginWith(tools: Manifest['tools'], sinceMs: number): CompatibilityWindow {
    const begun = CompatibilityWindow.open(this.windowMs, this.now);
    begun.#first = { tools, sinceMs };
    return begun;
  }

  #nextForm(
    before: ReadonlyMap<string, KnownTool>,
    { name, ...is }: Pick<KnownTool, 'inputSchema' | 'formerly'> & { readonly name: string },
    nowMs: number,
  ): KnownTool {
    const was = before.get(name) ?? findRenamed(before, is.formerly) ?? findRespelled(before, name);
    if (!was) return { ...is, sinceMs: nowMs, forms: [] };
    const forms = was.forms.filter(({ untilMs }) => this.#isRecent(untilMs));
    const hasSameForm = isSame(was.inputSchema, is.inputSchema);
    if (hasSameForm && isSame(was.formerly, is.formerly)) return { ...is, sinceMs: was.sinceMs, forms };
    const replaced = hasSameForm ? [] : [{ inputSchema: was.inputSchema, untilMs: nowMs }];
    return { ...is, sinceMs: nowMs, forms: [...replaced, ...forms].slice(0, mostForms) };
  }

  #acceptOlderForms(tool: PublishedTool): PublishedTool {
    const known = this.known.get(tool.definition.name);
    const renames = new Map(Object.entries(known?.formerly.arguments ?? {}));
    if (!known || (known.forms.length === 0 && renames.size === 0)) return tool;
    const reconsider = async (
      input: JsonObject,
      refused: BadArguments,
      context: Context,
    ): Promise<ToolResult | BadArguments> => {
      if (!this.#isRecent(known.sinceMs)) return refused;
      const adapted = adaptArguments(input, known.inputSchema, renames);
      const outcome = adapted && (await tool.run(adapted, context));
      if (outcome && outcome.kind !== 'bad-arguments') return outcome;
      const advice = this.#advise(known, renames, refused);
      return advice === undefined ? refused : { ...refused, advice };
    };
    return derive(tool, { reconsider });
  }

  /** Names the changes of the arguments that were refused. */
  #advise(
    { inputSchema, forms }: KnownTool,
    renames: ReadonlyMap<string, string>,
    refused: BadArguments,
  ): string | undefined {
    const roots = new Set(refused.problems.map(({ path }) => rootOf(path)));
    const changes = forms
      .filter(({ untilMs }) => this.#isRecent(untilMs))
      .flatMap((form) => findArgumentChanges(form.inputSchema, inputSchema, renames))
      .filter(({ concerns }) => roots.has('') || concerns.some((name) => roots.has(name)));
    if (changes.length === 0) return undefined;
    const sentences = new Set(changes.map(({ says }) => says));
    return `The tool has changed since it may have been listed: ${[...sentences].join('; ')}. List the tools again.`;
  }

  #formerTools(tools: ReadonlyMap<string, PublishedTool>): FormerTool[] {
    const former = new Map<string, FormerTool>();
    for (const [name, since] of this.gone) former.set(name, { name, explain: () => this.#explain(since, removed) });
    for (const [now, { formerly, sinceMs }] of this.known) {
      const tool = tools.get(now);
      const names = tool ? (formerly.names ?? []).filter((name) => !tools.has(name)) : [];
      for (const name of names) {
        former.set(name, {
          name,
          ...(tool && { tool }),
          explain: () => this.#explain(sinceMs, `it is called "${now}" now`),
        });
      }
    }
    return [...former.values()];
  }

  #explain(sinceMs: number, words: string): string | undefined {
    return this.#isRecent(sinceMs) ? words : undefined;
  }
}

/** Finds the tool whose name differs only in dots and underscores. */
function findRespelled(tools: ReadonlyMap<string, KnownTool>, name: string): KnownTool | undefined {
  const found = [...tools].find(([other]) => withoutDots(other) === withoutDots(name));
  return found?.[1];
}

function withoutDots(name: string): string {
  return name.replaceAll('.', '_');
}

function findRenamed(tools: ReadonlyMap<string, KnownTool>, { names = [] }: FormerNames): KnownTool | undefined {
  const name = names.find((it) => tools.has(it));
  return name === undefined ? undefined : tools.get(name);
}

const removed = 'it was removed or renamed when its plugin was replaced; list the tools again';

/** Returns the first name of a path, such as `filters` of `filters.tags[0]`; other characters come in quotes and brackets. */
function rootOf(path: string): string {
  const quoted = /^\[("(?:[^"\\]|\\.)*")\]/.exec(path)?.[1];
  if (quoted === undefined) return /^[^.[]*/.exec(path)?.[0] ?? path;
  return String(JSON.parse(quoted));
}

// Manifests are canonical, so equal values have equal text, except for the declared order, which clients see too.
function isSame(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
