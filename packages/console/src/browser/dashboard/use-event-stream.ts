/**
 * The data of a dashboard as the server sends it. A lost stream is opened again, with growing pauses if the server refuses it.
 */
import { backOffMs, type BackOff } from '@sigil/core/internal';
import { useEffect, useState } from 'preact/hooks';
import type { DashboardData } from '../../dashboard-data.js';
import { formatSecond } from '../../dashboard/format.js';

interface EventStream {
  /** The latest data; kept while another period loads. */
  readonly data: DashboardData | undefined;
  readonly status: string;
}

const retries: BackOff = { firstMs: 1_000, longestMs: 30_000 };

/** Follows an event stream. @param address changes with the period */
export function useEventStream(address: string): EventStream {
  const [data, setData] = useState<DashboardData>();
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    let source: EventSource;
    let timer: number | undefined;
    let refusals = 0;
    const open = (): void => {
      source = new EventSource(address);
      source.addEventListener('message', (event: MessageEvent<string>) => {
        refusals = 0;
        setData(JSON.parse(event.data) as DashboardData); // sent by our own server
        setIsLost(false);
      });
      source.addEventListener('error', () => {
        setIsLost(true);
        // The browser opens a broken stream again, but gives up after an answer that is none, such as a 502 of a proxy.
        if (source.readyState !== EventSource.CLOSED) return;
        timer = window.setTimeout(open, backOffMs(retries, refusals));
        refusals += 1;
      });
    };
    open();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [address]);
  return { data, status: describe(data, isLost) };
}

function describe(data: DashboardData | undefined, isLost: boolean): string {
  if (isLost) return `Connection lost, trying again …${data ? ` Numbers of ${formatSecond(data.at)}.` : ''}`;
  return data ? 'Live' : 'Connecting …';
}
