/**
 * Reports the size that the page needs, so that the host can fit its frame.
 */

/** A size in whole pixels. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Reports the size now and whenever it changes, at most once a frame.
 *
 * @returns a function that stops it
 */
export function reportSize(report: (size: PageSize) => void): () => void {
  let last: PageSize | undefined;
  let frame = 0;
  const measure = (): void => {
    frame = 0;
    const size = measurePage(document.documentElement);
    if (size.width === last?.width && size.height === last.height) return;
    last = size;
    report(size);
  };
  const observer = new ResizeObserver(() => (frame ||= requestAnimationFrame(measure)));
  observer.observe(document.documentElement);
  observer.observe(document.body);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

/** Measures the content: a root that is as high as its window would otherwise never become smaller. */
function measurePage(root: HTMLElement): PageSize {
  const { height } = root.style;
  root.style.height = 'max-content';
  const size = { width: Math.ceil(root.scrollWidth), height: Math.ceil(root.getBoundingClientRect().height) };
  root.style.height = height;
  return size;
}
