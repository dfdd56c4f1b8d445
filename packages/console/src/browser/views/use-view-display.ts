/**
 * The display mode of a view, which the view and the reader change.
 */
import { useEffect, useRef, useState, type MutableRef } from 'preact/hooks';
import { displayModes, type DisplayMode, type ViewSession } from './view-session.js';

/** The mode, and the functions that change it. */
export interface ViewDisplay {
  readonly mode: DisplayMode;
  /** The modes that the view supports; all of them until it has initialized. */
  readonly supported: readonly DisplayMode[];
  /** Returns the mode of now, also between two renderings. */
  readonly current: () => DisplayMode;
  /** Changes the mode for the reader. From then on the view cannot cover the page by itself. */
  readonly choose: (wanted: DisplayMode) => void;
  /** Changes the mode for the view, unless the reader has chosen one. @returns the mode afterwards */
  readonly changeForView: (wanted: DisplayMode) => DisplayMode;
  /** Reads the supported modes from the view that has just initialized. */
  readonly readSupported: () => void;
  /** Shows the view in the page again, when it has ended. */
  readonly leave: () => void;
  /** Begins anew for another instance, which no choice of the reader binds. */
  readonly reset: () => void;
}

export function useViewDisplay(session: MutableRef<ViewSession | undefined>): ViewDisplay {
  const [mode, setMode] = useState<DisplayMode>('inline');
  const [supported, setSupported] = useState<readonly DisplayMode[]>(displayModes);
  const latest = useRef<DisplayMode>('inline');
  const isReadersChoice = useRef(false);

  const change = (wanted: DisplayMode): DisplayMode => {
    if (session.current?.supports(wanted) === false) return latest.current;
    latest.current = wanted;
    setMode(wanted);
    return wanted;
  };
  const choose = (wanted: DisplayMode): void => {
    isReadersChoice.current = true;
    change(wanted);
  };
  const leave = (): void => void change('inline');

  useEffect(() => {
    if (mode === 'inline') return undefined;
    const leaveByKey = ({ key }: KeyboardEvent): void => void (key === 'Escape' && choose('inline'));
    addEventListener('keydown', leaveByKey);
    return () => removeEventListener('keydown', leaveByKey);
  }, [mode]);

  return {
    mode,
    supported,
    current: () => latest.current,
    choose,
    changeForView: (wanted) => (isReadersChoice.current ? latest.current : change(wanted)),
    readSupported: () => setSupported(displayModes.filter((it) => session.current?.supports(it))),
    leave,
    reset: () => {
      isReadersChoice.current = false;
      leave();
    },
  };
}
