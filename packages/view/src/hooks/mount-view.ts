/**
 * Connects the page, and then renders it.
 */
import { connect, type ConnectOptions } from '../connect.js';
import type { View } from '../view.js';

/** Options of `mount`. */
export interface MountOptions extends ConnectOptions {
  /** The element that the view is rendered into. Default: the one with the id `root`. */
  readonly root?: Element;
}

/** Renders with the connected view. If there is no host, the page says so. */
export async function mountView(options: MountOptions, render: (root: Element, view: View) => void): Promise<void> {
  const root =
    options.root ?? document.getElementById('root') ?? document.body.appendChild(document.createElement('div'));
  try {
    render(root, await connect(options));
  } catch (error) {
    root.setAttribute('role', 'alert');
    root.textContent = error instanceof Error ? error.message : String(error);
    reportError(error);
  }
}
