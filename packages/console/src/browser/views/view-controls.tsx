/**
 * The controls of a view's surroundings: its theme, its width, its display mode, and another start.
 */
import type { VNode } from 'preact';
import type { Theme } from './host-context.js';
import type { DisplayMode } from './view-session.js';

interface ViewControlsProps {
  readonly theme: Theme | undefined;
  readonly width: number | undefined;
  readonly modes: readonly DisplayMode[];
  readonly onTheme: (theme: Theme | undefined) => void;
  readonly onWidth: (width: number | undefined) => void;
  readonly onMode: (mode: DisplayMode) => void;
  readonly onReload: () => void;
}

const widths = [390, 640];

export function ViewControls({ theme, width, modes, onTheme, onWidth, onMode, onReload }: ViewControlsProps): VNode {
  return (
    <div class="view-controls">
      <select
        aria-label="Theme of the view"
        value={theme ?? ''}
        onChange={({ currentTarget: { value } }) => onTheme(value === 'light' || value === 'dark' ? value : undefined)}
      >
        <option value="">Page’s theme</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
      <select
        aria-label="Width of the view"
        value={width ?? ''}
        onChange={({ currentTarget: { value } }) => onWidth(value === '' ? undefined : Number(value))}
      >
        <option value="">Full width</option>
        {widths.map((it) => (
          <option key={it} value={it}>{`${it} px`}</option>
        ))}
      </select>
      {modes.includes('fullscreen') && (
        <button type="button" onClick={() => onMode('fullscreen')}>
          Full screen
        </button>
      )}
      {modes.includes('pip') && (
        <button type="button" onClick={() => onMode('pip')}>
          Small window
        </button>
      )}
      <button type="button" onClick={onReload}>
        Reload
      </button>
    </div>
  );
}
