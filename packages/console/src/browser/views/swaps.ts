/**
 * News of swaps for everything on a page that shows a part of a build, over one event stream: a browser has few connections to a server.
 */
const listeners = new Set<() => void>();
let events: EventSource | undefined;

/** @param path of the event stream of the page's server @returns a function that stops listening */
export function onSwap(path: string, listener: () => void): () => void {
  listeners.add(listener);
  events ??= open(path);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    events?.close();
    events = undefined;
  };
}

function open(path: string): EventSource {
  const opened = new EventSource(path);
  let wasOpen = false;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  opened.addEventListener('message', tell);
  // A swap may have happened while the connection was lost.
  opened.addEventListener('open', () => {
    if (wasOpen) tell();
    wasOpen = true;
  });
  return opened;
}
