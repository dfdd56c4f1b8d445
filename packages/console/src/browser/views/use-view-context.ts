/**
 * Sends a shown view its theme, its display mode and the size of its place when they change.
 */
import type { JsonObject } from '@sigil/core';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, type MutableRef } from 'preact/hooks';
import { isEqual } from '../json.js';
import { readContext, readDimensions, type Theme } from './host-context.js';
import type { ViewDisplay } from './use-view-display.js';
import type { ViewSession } from './view-session.js';

interface ContextSource {
  readonly tool: JsonObject;
  readonly theme: Theme;
  readonly display: ViewDisplay;
  /** The element that has the frame; its size is the view's. */
  readonly place: RefObject<HTMLElement>;
  readonly session: MutableRef<ViewSession | undefined>;
}

/** @returns a function that reads the whole context as it is when called */
export function useViewContext({ tool, theme, display, place, session }: ContextSource): () => JsonObject {
  const { mode } = display;
  const latest = useRef({ tool, theme });
  latest.current = { tool, theme };
  const dimensions = useRef<JsonObject>({});

  useEffect(() => session.current?.changeContext({ theme }), [theme]);
  useEffect(() => {
    dimensions.current = readDimensions(place.current, mode);
    session.current?.changeContext({ displayMode: mode, containerDimensions: dimensions.current });
  }, [mode]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      const containerDimensions = readDimensions(place.current, display.current());
      // The height of a view in the page is its own choice, and no news to it.
      if (isEqual(containerDimensions, dimensions.current)) return;
      dimensions.current = containerDimensions;
      session.current?.changeContext({ containerDimensions });
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);

  return () => readContext({ ...latest.current, mode: display.current(), place: place.current });
}
