/**
 * The bar above a view: its address, and its controls while it is in the page.
 */
import type { VNode } from 'preact';
import type { Theme } from './host-context.js';
import type { ViewDisplay } from './use-view-display.js';
import { ViewControls } from './view-controls.js';

interface ViewBarProps {
  readonly uri: string;
  readonly display: ViewDisplay;
  /** The theme that the reader chose. */
  readonly theme: Theme | undefined;
  readonly width: number | undefined;
  readonly onTheme: (theme: Theme | undefined) => void;
  readonly onWidth: (width: number | undefined) => void;
  readonly onReload: () => void;
}

export function ViewBar({ uri, display, ...controls }: ViewBarProps): VNode {
  return (
    <div class="view-bar">
      <span class="view-title">{uri}</span>
      {display.mode === 'inline' ? (
        <ViewControls {...controls} modes={display.supported} onMode={display.choose} />
      ) : (
        <button type="button" onClick={() => display.choose('inline')}>
          Back to the page
        </button>
      )}
    </div>
  );
}
