/**
 * A contract that a reader which leaves costs nothing more: the generator's `return()` is called, and it is not pulled again.
 */
import { Tool } from '@sigil/core';
import { manifestVersion, pluginAbi, type Manifest, type PluginModule } from '@sigil/core/building';
import { bindPlugin, buildCatalog, fixedSource } from '@sigil/core/catalog';
import { createEngine, type Engine } from '@sigil/core/engine';
import { describe, expect, test } from 'vitest';

/** One reader, at the client's end of a transport. */
export interface LeavingReader {
  /** Starts listening to the tool `listen`. @returns once the first event has arrived; nothing is read after that */
  listen(): Promise<void>;
  /** Disconnects without notice. */
  leave(): void;
  /** Closes the transport. */
  close(): Promise<void>;
}

/** An author's stream that records what its reader does. */
class Watched implements AsyncIterableIterator<string> {
  asked = 0;
  returned = 0;
  #tellReturned = (): void => undefined;
  readonly onReturn = new Promise<void>((resolve) => (this.#tellReturned = resolve));

  constructor(private readonly nextOf: (count: number) => Promise<string>) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<string>> {
    return { done: false, value: await this.nextOf(++this.asked) };
  }

  async return(): Promise<IteratorResult<string>> {
    this.returned++;
    this.#tellReturned();
    return { done: true, value: undefined };
  }
}

const text = 'x'.repeat(10_000);

/** Streams in the states in which a reader can leave. */
const streams: readonly (readonly [string, (count: number) => Promise<string>])[] = [
  ['that never waits', async () => text],
  ['that waits for something after its first value', (count) => (count === 1 ? Promise.resolve(text) : never)],
];

const never = new Promise<string>(() => undefined);

/** Waits many turns of the event loop, so that any further pull happens within them. */
async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** @param open serves the engine, and connects a reader of its tool `listen` */
export function runLeavingReaders(name: string, open: (engine: Engine) => Promise<LeavingReader>): void {
  describe(`a reader that disconnects from ${name}`, () => {
    test.each(streams)('ends the generator and stops pulling from it: a stream %s', async (_what, nextOf) => {
      const watched = new Watched(nextOf);
      const engine = engineOf(watched);
      const reader = await open(engine);
      await reader.listen();

      reader.leave();
      await watched.onReturn;
      await manyTurns();
      const { asked } = watched;
      await manyTurns();

      expect(watched.returned).toBe(1);
      expect(watched.asked).toBe(asked);
      await reader.close();
      engine.close();
    });
  });
}

/** Serves the stream as a built plugin's tool. */
function engineOf(watched: Watched): Engine {
  class Streams {
    listen(): Watched {
      return watched;
    }
  }
  Tool()(Streams.prototype, 'listen', Object.getOwnPropertyDescriptor(Streams.prototype, 'listen')!);
  const manifest: Manifest = {
    manifestVersion,
    plugin: { name: 'streams', version: '1.0.0' },
    code: { file: 'plugin.cjs', cid: 'none' },
    classes: [{ name: 'Streams', file: 'src/streams.ts' }],
    tools: [
      {
        name: 'listen',
        inputSchema: { type: 'object' },
        streamSchema: { type: 'string' },
        origin: { class: 'Streams', method: 'listen' },
      },
    ],
    resources: [],
    resourceTemplates: [],
    prompts: [],
    completions: [],
  };
  const module: PluginModule = {
    abi: pluginAbi,
    classes: new Map([['Streams', Streams]]),
    configurations: new Map(),
    tools: new Map([['listen', { decode: () => [] }]]),
    resources: new Map(),
    resourceTemplates: new Map(),
    prompts: new Map(),
  };
  const { components } = bindPlugin(manifest, module);
  return createEngine({ info: { name: 'streams', version: '1.0.0' }, source: fixedSource(buildCatalog(components)) });
}
