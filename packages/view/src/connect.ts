/**
 * Connects the page to its host.
 *
 * Spec: MCP Apps 2026-01-26
 */
import { HostedView } from './connection/hosted-view.js';
import type { DisplayMode } from './host.js';
import { ViewError } from './view-error.js';
import type { View } from './view.js';

/** Options of a connection; each has a default. */
export interface ConnectOptions {
  /** The view's name for the host's log. Default: the page's title. */
  readonly name?: string;
  /** Default: `1.0.0`. */
  readonly version?: string;
  /** The modes in which the view can be shown. Default: the host decides. */
  readonly displayModes?: readonly DisplayMode[];
  /** Whether the page takes over the host's theme, variables and fonts. Default: true. */
  readonly usesHostStyles?: boolean;
  /** Whether the page reports its size to the host. Default: true. */
  readonly reportsSize?: boolean;
  /** Whether the links of the page are opened by the host, which asks its user. Default: true. */
  readonly opensLinks?: boolean;
  /** The longest wait for the host in milliseconds. Default: 10 seconds. */
  readonly timeoutMs?: number;
}

const protocolVersion = '2026-01-26';

/**
 * Connects the page to the host that shows it.
 *
 * @throws ViewError `not-hosted` if the page is shown by itself; `timeout` if its parent is no host
 */
export async function connect(options: ConnectOptions = {}): Promise<View> {
  const { version = '1.0.0', displayModes, timeoutMs = 10_000 } = options;
  const name = options.name ?? (document.title || 'view');
  if (parent === self)
    throw new ViewError('not-hosted', 'This page is part of an MCP server: open it in a host of MCP Apps.');

  const view = new HostedView(parent);
  try {
    const appCapabilities = displayModes ? { availableDisplayModes: displayModes } : {};
    await view.initialize({ appInfo: { name, version }, appCapabilities, protocolVersion }, timeoutMs);
  } catch (error) {
    view.close();
    throw error;
  }
  if (options.usesHostStyles ?? true) view.useStyles();
  if (options.reportsSize ?? true) view.reportSize();
  if (options.opensLinks ?? true) view.openLinks();
  return view;
}
