/**
 * The context of a view: where and how it is shown.
 *
 * Spec: ext-apps 2026-01-26 #host-context-in-mcpuiinitializeresult
 */
import type { JsonObject } from '@sigil/core';
import { useEffect, useState } from 'preact/hooks';
import { viewLimits } from '../../view-limits.js';
import { styleVariables } from './style-variables.js';
import { displayModes, type DisplayMode } from './view-session.js';

/** The theme of a view. */
export type Theme = 'light' | 'dark';

/** The parts of the context that change while a view is shown. */
export interface ShownContext {
  readonly tool: JsonObject;
  readonly theme: Theme;
  readonly mode: DisplayMode;
  /** The element that has the frame; its size is the view's. */
  readonly place: HTMLElement | null;
}

/** Returns all members; changes of a shown view are sent one by one. */
export function readContext({ tool, theme, mode, place }: ShownContext): JsonObject {
  return {
    toolInfo: { tool },
    theme,
    styles: { variables: styleVariables },
    displayMode: mode,
    availableDisplayModes: displayModes,
    containerDimensions: readDimensions(place, mode),
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: 'sigil-console',
    platform: 'web',
    deviceCapabilities: {
      touch: matchMedia('(any-pointer: coarse)').matches,
      hover: matchMedia('(any-hover: hover)').matches,
    },
  };
}

/** In the flow of the page, a view chooses its height up to a limit; elsewhere it fills its place. */
export function readDimensions(place: HTMLElement | null, mode: DisplayMode): JsonObject {
  const width = place?.clientWidth ?? 0;
  return mode === 'inline' ? { width, maxHeight: viewLimits.maxHeightPx } : { width, height: place?.clientHeight ?? 0 };
}

const dark = matchMedia('(prefers-color-scheme: dark)');

/** Returns the theme of the page, also when it changes. */
export function usePageTheme(): Theme {
  const [isDark, setIsDark] = useState(dark.matches);
  useEffect(() => {
    const change = (): void => setIsDark(dark.matches);
    dark.addEventListener('change', change);
    return () => dark.removeEventListener('change', change);
  }, []);
  return isDark ? 'dark' : 'light';
}
