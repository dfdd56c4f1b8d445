/**
 * Reads a view from its server, and again after each swap.
 */
import { useEffect, useState } from 'preact/hooks';
import { sendRequest, type ServerAddress } from '../run/send-request.js';
import { isEqual } from '../json.js';
import { onSwap } from './swaps.js';
import { readViewDocument, type ViewDocument } from './view-document.js';

/** A read view, or why it cannot be shown. Both absent while it is read for the first time. */
export interface ReadView {
  readonly document?: ViewDocument;
  readonly problem?: string;
}

interface ViewSource {
  readonly server: ServerAddress;
  readonly uri: string;
  /** The path of the event stream of swaps. */
  readonly swaps: string;
  readonly sandboxOrigin: string;
}

/** @returns the same object until the view changes */
export function useViewDocument({ server, uri, swaps, sandboxOrigin }: ViewSource): ReadView {
  const [read, setRead] = useState<ReadView>({});
  useEffect(() => {
    const ended = new AbortController();
    let latest = 0;
    const load = async (): Promise<void> => {
      const own = (latest += 1);
      const found = await readView({ server, uri, swaps, sandboxOrigin }, ended.signal);
      if (own === latest && !ended.signal.aborted) setRead((known) => (isEqual(known, found) ? known : found));
    };
    void load();
    const stop = onSwap(swaps, () => void load());
    return () => {
      ended.abort();
      stop();
    };
  }, [server, uri, swaps, sandboxOrigin]);
  return read;
}

async function readView({ server, uri, sandboxOrigin }: ViewSource, signal: AbortSignal): Promise<ReadView> {
  try {
    const nothing = (): void => undefined;
    const onQuestion = (): Promise<never> => Promise.reject(new Error('A view cannot ask before it is shown.'));
    const events = { signal, onSent: nothing, onProgress: nothing, onLog: nothing, onQuestion };
    const result = await sendRequest(server, { method: 'resources/read', params: { uri } }, events);
    return { document: readViewDocument(result, uri, [location.origin, sandboxOrigin]) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
