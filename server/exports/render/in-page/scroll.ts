import { type Marks, readMarks } from './marks.ts';

export type ScrollLimits = Readonly<{ stops: number; maxMs: number }>;

export type ScrollOutcome = Readonly<{ stops: number; finished: boolean }>;

export type Scroller = Readonly<{
  /** Images that were set to load lazily. */
  lazyImages: ReadonlySet<Element>;
  scrollThrough: (limits: ScrollLimits) => Promise<ScrollOutcome>;
  /** Restores highlights of the current section that scrolling has moved; on a busy machine, sites update them late. */
  putBackMarks: () => void;
  /** Resets for another page in the same document. */
  startOver: () => void;
}>;

/**
 * Runs in the page once it is quiet. Scrolls lazy content into view: elements that scripts observe
 * (IntersectionObserver), images with the patterns of lazy loaders, and the end of the page; then returns to the top.
 * Headings are skipped: nearly every documentation site observes them to highlight the table of contents, and they
 * already have their content.
 */
export function makeScroller(page: Document, watchedElements: () => Element[]): Scroller {
  const lazyImages = new Set<Element>();
  const visited = new WeakSet<Element>();
  /** Initial highlights. */
  let marks: Marks | undefined;
  let hasMoved = false;

  /** Observers are notified after the frame in which the change is computed. */
  const twoFrames = (): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

  const loadLazyImages = (): void => {
    for (const image of page.querySelectorAll<HTMLImageElement>('img[loading="lazy" i]')) {
      lazyImages.add(image);
      image.loading = 'eager';
    }
  };
  const isHeading = (element: Element): boolean =>
    /^h[1-6]$/.test(element.localName) || element.querySelector('h1,h2,h3,h4,h5,h6') !== null;

  const isInView = (element: Element): boolean => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const hasBox = (element: Element): boolean => element.getClientRects().length > 0;

  const waiting = (): Element[] => {
    const marked = page.querySelectorAll(
      'img[data-src],img[data-srcset],img[data-lazy-src],img[data-original],source[data-srcset],[data-bg],[data-background-image],.lazyload',
    );
    const watched = watchedElements().filter((element) => !isHeading(element));
    return [...new Set([...watched, ...marked])].filter(
      (element) => !visited.has(element) && hasBox(element),
    );
  };
  /** The document, and the pane that scrolls in its place, if any. */
  const panes = (): Element[] => {
    const found: Element[] = page.scrollingElement ? [page.scrollingElement] : [];
    let element = page.elementFromPoint(innerWidth / 2, innerHeight / 2);
    for (; element && element !== page.body; element = element.parentElement) {
      if (element.scrollHeight <= element.clientHeight + 1 || found.includes(element)) continue;
      if (/auto|scroll/.test(getComputedStyle(element).overflowY)) found.push(element);
    }
    return found;
  };

  return {
    lazyImages,
    startOver: () => {
      marks = undefined;
      hasMoved = false;
    },
    putBackMarks: () => {
      if (hasMoved) marks?.putBackEntries();
    },
    scrollThrough: async ({ stops: maxStops, maxMs }) => {
      const started = performance.now();
      const isOver = (): boolean => stops >= maxStops || performance.now() - started > maxMs;
      let stops = 0;
      marks ??= readMarks(page);
      loadLazyImages();
      const scrolled = panes().map((pane) => ({ pane, top: pane.scrollTop }));
      for (const element of waiting()) {
        if (isOver()) break;
        visited.add(element);
        if (isInView(element)) continue;
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        stops++;
        await twoFrames();
      }
      const finished = !isOver();
      for (const { pane } of scrolled) {
        if (pane.scrollHeight <= pane.clientHeight + 1) continue;
        pane.scrollTo({ top: pane.scrollHeight, behavior: 'instant' });
        await twoFrames();
        loadLazyImages();
      }
      const moved = scrolled.filter(({ pane, top }) => pane.scrollTop !== top);
      for (const { pane, top } of moved) pane.scrollTo({ top, behavior: 'instant' });
      // Scroll events fire in the next frame; before that, the page still looks scrolled.
      if (moved.length > 0) await twoFrames();
      hasMoved ||= moved.length > 0 || stops > 0;
      if (moved.length > 0 || stops > 0) marks.putBack();
      return { stops, finished };
    },
  };
}
