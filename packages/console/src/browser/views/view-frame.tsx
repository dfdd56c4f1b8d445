/**
 * The frame of one instance of a view.
 */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ShownCall } from './shown-call.js';
import type { ViewDocument } from './view-document.js';
import { ViewSession, type ViewSurroundings } from './view-session.js';

interface ViewFrameProps {
  /** The name of the tool, for assistive technology. */
  readonly name: string;
  readonly sandbox: string;
  readonly call: ShownCall;
  readonly height: number;
  readonly surroundings: ViewSurroundings;
  readonly onOpen: (session: ViewSession) => void;
}

/** Give each instance its own `key`. */
export function ViewFrame({ name, sandbox, call, height, surroundings, onOpen }: ViewFrameProps): VNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const session = useRef<ViewSession>();
  // Before anything of the frame has loaded, so that no message is missed.
  useLayoutEffect(() => {
    const opened = new ViewSession(frame.current!, surroundings);
    session.current = opened;
    onOpen(opened);
    return () => opened.close();
  }, []);
  useEffect(() => session.current?.show(call), [call]);
  return (
    <iframe
      ref={frame}
      title={`View of ${name}`}
      sandbox="allow-scripts allow-same-origin allow-forms"
      allow={writeAllow(surroundings.document)}
      src={writeAddress(sandbox, surroundings.document)}
      referrerpolicy="no-referrer"
      style={{ height: `${height}px` }}
    />
  );
}

/** The page of the sandbox gets the view's hosts in its address, since its policy is a header. */
function writeAddress(sandbox: string, { csp }: ViewDocument): string {
  const address = new URL(sandbox);
  address.searchParams.set('host', location.origin);
  address.searchParams.set('csp', JSON.stringify(csp));
  return address.href;
}

const features = ['camera', 'microphone', 'geolocation'];

function writeAllow({ permissions }: ViewDocument): string {
  const names = Object.keys(permissions).map((name) => (features.includes(name) ? name : 'clipboard-write'));
  return names.join('; ');
}
