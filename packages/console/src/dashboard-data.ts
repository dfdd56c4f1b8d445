/**
 * The data of a dashboard, as its page, its event stream and `/dashboard.json` have it. Times are milliseconds since 1970.
 */
import type { RecordedCalls } from '@sigil/core/internal';

/** The state of a remote server. */
export interface RemoteServer {
  readonly server: string;
  readonly state: string;
  readonly latencyMs?: number;
  readonly lastError?: { readonly at: number; readonly message: string };
}

/** A server that has a page. */
export interface ListedServer {
  readonly name: string;
  readonly state: 'serving' | 'degraded' | 'failed';
}

/** A plugin and its serving build. */
export interface ServedPlugin {
  readonly name: string;
  readonly state: 'serving' | 'failed';
  readonly link: string;
  readonly version?: string;
  readonly since?: number;
  /** The number of calls on older builds. */
  readonly draining?: number;
}

/** The clients of a process, and its memory in bytes. Several processes are added up. */
export interface ProcessUsage {
  readonly clients: { readonly sessions: number; readonly streams: number; readonly bufferedBytes: number };
  readonly memory: { readonly heap: number; readonly resident: number };
}

/** Everything on the dashboard. The usage is absent for readers who do not see every server. */
export interface DashboardData extends RecordedCalls, Partial<ProcessUsage> {
  /** All servers that the reader sees, whether they were called or not. */
  readonly listed: readonly ListedServer[];
  readonly upstreams: readonly RemoteServer[];
  readonly plugins: readonly ServedPlugin[];
  /** Whether calls can be cancelled at the admin address. */
  readonly canCancel: boolean;
  readonly uptimeSeconds?: number;
}
