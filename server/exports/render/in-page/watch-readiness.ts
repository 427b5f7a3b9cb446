import { DUE_ANSWER, DUE_QUESTION, WATCHED } from './signals.ts';

/** Readiness of a page, as determined within it. */
export type PageState = Readonly<{
  /** How long the document has been quiet. */
  stillForMs: number;
  /**
   * Whether that is long enough: all of `quietMs`, or half of it if no pending work of its scripts is due in the other
   * half.
   */
  isStill: boolean;
  /** Always true while the page is still changing. */
  ready: boolean;
  placeholders: number;
  empty: boolean;
  /** Height of the document, in px. */
  height: number;
  printed: boolean;
}>;

export type PageWatch = Readonly<{
  state: (quietMs: number) => Promise<PageState>;
  shadowHosts: () => Element[];
  /** Elements whose visibility the page's scripts watch. */
  watchedElements: () => Element[];
  /** Stops loading. */
  stopLoading: () => void;
  /** Clears session storage, left by earlier pages in this tab. */
  forget: () => void;
  /** Resets for another page in the same document. */
  startOver: () => void;
  /** Clicks a link to an address: one on the page, or a temporary one. */
  pressLink: (url: string) => void;
  /** Waits until the page shows something new; false if it does not in time. */
  hasChanged: (maxMs: number) => Promise<boolean>;
  /** Time until the next pending work of the page's scripts, in ms; infinite if there is none. */
  nextDueMs: () => number;
}>;

/** Attributes that determine what an element shows or links to. */
const CONTENT = new Set(['href', 'src', 'srcset']);

/**
 * Runs in the page, in the isolated world, before the page's scripts. Observes changes of the document, so that its
 * readiness is known at any time.
 * @param page the document, as returned by `plainDocument`
 */
export function watchPage(page: Document, readySelector: string | undefined): PageWatch {
  let contentAt = performance.now();
  let classAt = contentAt;
  let printed = false;
  let onContent = (): void => {};
  let change = Promise.resolve();
  const observed = new WeakSet<Node>();
  const shadowHosts = new Set<Element>();
  const watched = new Set<Element>();

  const observer = new MutationObserver((changes) => {
    const now = performance.now();
    const isContent = changes.some(
      ({ attributeName }) => attributeName === null || CONTENT.has(attributeName),
    );
    if (isContent) {
      contentAt = now;
      onContent();
    } else classAt = now;
  });
  /**
   * Observes a root. Styles are ignored: they change with every animation, and the content they show is present before.
   */
  const observe = (root: Node): void => {
    if (observed.has(root)) return;
    observed.add(root);
    contentAt = performance.now();
    observer.observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['class', 'hidden', 'open', ...CONTENT],
    });
  };
  /** Observes shadow roots separately, because observers of a document do not see changes within them. */
  const observeShadowRoots = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      if (!element.shadowRoot) continue;
      shadowHosts.add(element);
      observe(element.shadowRoot);
      observeShadowRoots(element.shadowRoot);
    }
  };
  // Not earlier: the parser makes many insertions, and a page being parsed is not quiet anyway.
  page.addEventListener('DOMContentLoaded', () => observe(document));

  addEventListener('beforeprint', () => {
    printed = true;
  });
  addEventListener(
    WATCHED,
    (event) => {
      const [target] = event.composedPath(); // finds targets within shadow roots too
      if (target instanceof Element && watched.size < 5000) watched.add(target);
    },
    true,
  );

  const matches = (selector: string): boolean => {
    try {
      return page.querySelector(selector) !== null;
    } catch {
      return true; // invalid selector: reported once, in the snapshot's notes
    }
  };
  /** Counts placeholders of content to come: elements that are busy, or have such a class and no text. */
  const countPlaceholders = (): number => {
    let count = 0;
    const selector = '[aria-busy="true"],[class*="skeleton" i],[class*="shimmer" i]';
    for (const element of page.querySelectorAll(selector)) {
      const isNamed = element.getAttribute('aria-busy') !== 'true';
      if (isNamed && (element.textContent.trim() !== '' || element.querySelector('img,svg,canvas'))) continue;
      const { width, height } = element.getBoundingClientRect();
      if (width > 0 && height > 0 && element.checkVisibility()) count++;
    }
    return count;
  };
  let hasContent = false;
  /** Checks only until there is content, because laying out a page to get its text is expensive. */
  const isEmpty = (): boolean => {
    hasContent ||= !showsNothing();
    return !hasContent;
  };
  const showsNothing = (): boolean => {
    const { body } = page;
    if (body?.localName !== 'body') return false; // a frameset
    if (!/^((loading|please wait)[\s.\u2026]*)?$/i.test(body.innerText.trim())) return false;
    for (const { shadowRoot } of shadowHosts) if (shadowRoot?.textContent?.trim()) return false;
    return !body.querySelector('img,svg,canvas,video,iframe,object,embed,input,textarea');
  };

  const nextDueMs = (): number => {
    let dueMs = Number.POSITIVE_INFINITY;
    const hear = (event: Event): void => {
      dueMs = Number((event as CustomEvent).detail);
    };
    // Listeners in the other world run synchronously.
    addEventListener(DUE_ANSWER, hear);
    dispatchEvent(new Event(DUE_QUESTION));
    removeEventListener(DUE_ANSWER, hear);
    return dueMs;
  };

  return {
    state: async (quietMs) => {
      observe(document);
      // Highlights that follow scrolling or the pointer settle sooner than content that arrives in steps.
      const marksMs = 0.3 * quietMs;
      const stillMs = (): number => {
        const now = performance.now();
        if (page.readyState === 'loading') return 0;
        return Math.min(now - contentAt, now - classAt + quietMs - marksMs);
      };
      const stays = (): boolean => {
        const leftMs = quietMs - stillMs();
        const isHalf = leftMs <= quietMs / 2 && performance.now() - classAt >= marksMs;
        return leftMs <= 0 || (isHalf && nextDueMs() > leftMs);
      };
      // On a busy machine, the page may just not have had a turn, so pending tasks run first. (Where scripts are
      // disabled, this timer never fires.)
      if (stays()) await new Promise((resolve) => setTimeout(resolve));
      if (stays()) observeShadowRoots(page);
      const stillForMs = stillMs();
      const isStill = stays();
      return {
        stillForMs,
        isStill,
        ready: !isStill || readySelector === undefined || matches(readySelector),
        placeholders: isStill ? countPlaceholders() : 0,
        empty: isStill && isEmpty(),
        height: page.documentElement?.scrollHeight ?? 0,
        printed,
      };
    },
    shadowHosts: () => [...shadowHosts].filter((host) => host.isConnected),
    watchedElements: () => [...watched].filter((element) => element.isConnected),
    stopLoading: () => stop(),
    forget: () => sessionStorage.clear(),
    startOver: () => {
      observer.takeRecords();
      contentAt = performance.now();
      classAt = contentAt;
      [printed, hasContent] = [false, false];
      change = new Promise((resolve) => {
        onContent = resolve;
      });
      const expression = '//@*[starts-with(name(),"data-offprint")]';
      const marks = page.evaluate(expression, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
      for (let index = 0; index < marks.snapshotLength; index++) {
        const mark = marks.snapshotItem(index) as Attr;
        mark.ownerElement?.removeAttributeNode(mark);
      }
      // Removes empty classes and styles left by controls that are closed again.
      for (const name of ['class', 'style'])
        for (const element of page.querySelectorAll(`[${name}=""]`)) element.removeAttribute(name);
    },
    pressLink: (url) => {
      const links = [...page.querySelectorAll<HTMLAnchorElement>('a[href]')];
      const own = links.find(
        ({ href, target, download }) => href === url && target === '' && download === '',
      );
      const link = own ?? page.createElement('a');
      if (!own) {
        link.href = url;
        page.body.append(link);
      }
      link.click();
      if (!own) link.remove();
    },
    hasChanged: (maxMs) =>
      Promise.race([
        change.then(() => true),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), maxMs)),
      ]),
    nextDueMs,
  };
}
