/**
 * A registry in a store that several servers share, such as Redis: for installations too small for a registry of their own.
 *
 * Connects to the store on first use.
 */
import { join } from 'node:path';
import { PluginError } from '@sigil/core/building';
import type { ContentStore, PointerStore } from '@sigil/core/stores';
import { isFileName } from './is-file-name.js';
import type { Registry } from './open-registry.js';
import { readPointerText, writePointerText, type RegistryPointer } from './registry.js';

/** Pointers and content in one store. */
export interface SharedContents {
  readonly pointers: PointerStore;
  readonly contents: Pick<ContentStore, 'get' | 'has' | 'put'>;
}

/** The place of a shared registry. */
export interface SharedRegistryOptions {
  /** Label for people, without a password. */
  readonly label: string;
  /** The folder from which imports of plugins are resolved, upwards. */
  readonly importFolder: string;
  readonly open: () => Promise<SharedContents>;
}

/** The number of attempts when several publish the same plugin at once. */
const mostTries = 5;

export function openSharedRegistry({ label, importFolder, open }: SharedRegistryOptions): Registry {
  let opening: Promise<SharedContents> | undefined;
  const shared = (): Promise<SharedContents> => (opening ??= open());
  const find = async (name: string): Promise<{ text: string; pointer: RegistryPointer } | undefined> => {
    if (!isFileName(name)) throw notAName(name);
    const text = await (await shared()).pointers.find(name);
    return text === undefined ? undefined : { text, pointer: readPointerText(text, name, `"${name}" in ${label}`) };
  };
  return {
    label,
    content: {
      put: async (bytes) => (await shared()).contents.put(bytes),
      has: async (cid) => (await shared()).contents.has(cid),
      get: async (cid) => (await shared()).contents.get(cid),
    },
    names: async () => [...(await (await shared()).pointers.names())].sort(),
    find: async (name) => (await find(name))?.pointer,
    async change(name, change) {
      for (let tried = 0; tried < mostTries; tried++) {
        const known = await find(name);
        const before = known?.pointer;
        const after = await change(before);
        if (after === before) return { before, after };
        const { pointers } = await shared();
        if (await pointers.replace(name, known?.text, writePointerText(after))) return { before, after };
      }
      throw new Error(`"${name}" in ${label} was changed by others again and again; nothing is changed`);
    },
    watch(name, onChange) {
      let stop: (() => void) | undefined;
      let isClosed = false;
      void shared().then(
        ({ pointers }) => {
          if (!isClosed) stop = pointers.onChange(name, onChange);
        },
        // Reading the registry reports the failure.
        () => undefined,
      );
      return {
        close() {
          isClosed = true;
          stop?.();
        },
      };
    },
    importFolder: (name) => join(importFolder, 'plugins', name),
  };
}

function notAName(name: string): PluginError {
  return new PluginError('pointer-invalid', `expected a plugin's name, got ${JSON.stringify(name.slice(0, 128))}`);
}
