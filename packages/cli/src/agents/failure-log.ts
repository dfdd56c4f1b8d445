/**
 * Remembers the latest failures of the plugin in development: calls of all clients, builds, starts and stops.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { McpError } from '@sigil/core';
import { describeThrown, isInstance } from '@sigil/core/building';
import { withFileNames } from '@sigil/core/catalog';
import type { Fault, Interceptor, InterceptedRequest } from '@sigil/core/engine';
import { mapStack } from '@sigil/plugin-host';
import type { Failure } from './workbench.js';

const mostRemembered = 50;
const mostPlaces = 5;
const mostCharacters = 2_000;

/** The call that is being served. */
interface RunningCall {
  /** The error of the author's code, of which the client sees less. */
  fault?: Fault;
}

export class FailureLog {
  #failures: readonly Failure[] = [];
  readonly #calls = new AsyncLocalStorage<RunningCall>();
  readonly #folder: string;

  /** Runs around calls, and remembers those that fail. Put it outside of all others. */
  readonly interceptor: Interceptor = {
    name: 'sigil dev --mcp',
    methods: ['tools/call', 'resources/read', 'prompts/get'],
    intercept: async (request, next) => {
      const call: RunningCall = {};
      try {
        const answer = await this.#calls.run(call, () => next());
        if (answer.value['isError'] === true) this.#failed(request, call, textOf(answer.value['content']));
        return answer;
      } catch (error) {
        // A question to the client ends a call too, and is no failure.
        if (call.fault !== undefined || isInstance(error, McpError)) this.#failed(request, call, describe(error));
        throw error;
      }
    },
  };

  /** @param folder of the plugin; only places in it are shown */
  constructor(folder: string) {
    this.#folder = realpathSync(folder);
  }

  /** Takes an error of the plugin's code. During a call it is reported with the call. */
  fault(fault: Fault): void {
    const call = this.#calls.getStore();
    if (call) call.fault = fault;
    else this.add(fault.during, fault.error);
  }

  /** Takes a failure outside of calls. */
  add(during: string, error: unknown): void {
    this.#remember({ during, message: describe(error), places: this.#placesOf(error) });
  }

  /** Returns the newest first. */
  latest(count: number): readonly Failure[] {
    return this.#failures.slice(0, count);
  }

  #failed({ method, name, params }: InterceptedRequest, { fault }: RunningCall, message: string): void {
    const kind = method === 'tools/call' ? 'tool' : method === 'prompts/get' ? 'prompt' : 'resource';
    const shown = name ?? params['name'] ?? params['uri'];
    const given = params['arguments'];
    this.#remember({
      during: `${kind} ${JSON.stringify(shown)}`,
      message: fault ? describe(fault.error) : message,
      places: fault ? this.#placesOf(fault.error) : [],
      ...(given === undefined ? {} : { arguments: cut(JSON.stringify(given)) }),
    });
  }

  #remember(failure: Omit<Failure, 'at'>): void {
    const entry = { at: new Date().toISOString(), ...failure, message: cut(failure.message) };
    this.#failures = [entry, ...this.#failures].slice(0, mostRemembered);
  }

  /** Reads the lines of the plugin's own sources, of the error and of its causes. */
  #placesOf(thrown: unknown): string[] {
    const stack = mapStack(describeThrown(thrown));
    const places = [...stack.matchAll(/^\s+at (?:.*\()?(.+):(\d+):(\d+)\)?$/gm)].flatMap(
      ([, path = '', line, column]) => {
        const file = relative(this.#folder, path).split(sep).join('/');
        const isOwn = !file.startsWith('..') && !file.startsWith('/') && !/(^|\/)(node_modules|dist)\//.test(file);
        return isOwn ? [`${file}:${line}:${column}`] : [];
      },
    );
    return [...new Set(places)].slice(0, mostPlaces);
  }
}

/** Returns the message and those of the causes, without paths of this machine. */
function describe(thrown: unknown): string {
  return withFileNames(describeThrown(thrown, { withStack: () => false }));
}

/** Joins the texts of a result. */
function textOf(content: unknown): string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const texts = blocks.flatMap((block) =>
    typeof block === 'object' && block !== null && 'text' in block ? [String(block.text)] : [],
  );
  return texts.join('\n');
}

function cut(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
