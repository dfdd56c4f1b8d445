/**
 * Opens the links of the page through the host: no host lets a view leave for another page, and most block the click without a word.
 */

/** Calls `open` with the address of each link that is followed, unless a script of the page has answered the click. */
export function openLinks(open: (url: string) => void): void {
  document.addEventListener('click', (event) => {
    const link = event.composedPath().find((it) => it instanceof HTMLAnchorElement);
    // A relative address would be one of the host's sandbox.
    const isRemote = /^\s*https?:\/\//i.test(link?.getAttribute('href') ?? '');
    if (!link || !isRemote || event.defaultPrevented || link.hasAttribute('download')) return;
    event.preventDefault();
    open(link.href);
  });
}
