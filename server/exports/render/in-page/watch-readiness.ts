import { DUE_ANSWER, DUE_QUESTION, WATCHED } from './signals.ts';

/** What a page says about its own readiness. */
export type PageState = Readonly<{
  /** How long the document has been quiet. */
  stillForMs: number;
  /** That is long enough: or half of it is over, and nothing that its scripts have put off is due in the other. */
  isStill: boolean;
  /** Not judged (and true) while the page still changes. */
  ready: boolean;
  placeholders: number;
  empty: boolean;
  /** Of the document, px. */
  height: number;
  printed: boolean;
}>;

export type PageWatch = Readonly<{
  state: (quietMs: number) => Promise<PageState>;
  shadowHosts: () => Element[];
  /** Elements whose visibility the page's scripts watch. */
  watchedElements: () => Element[];
  /** Ends what still loads. */
  stopLoading: () => void;
  /** Removes what pages before stored for the time that the tab is open. */
  forget: () => void;
  /** Another page is about to be shown in the same document. */
  startOver: () => void;
  /** Presses a link to an address, one of its own or one that is there for this moment. */
  pressLink: (url: string) => void;
  /** Waits until it shows something new; false when it does not in this time. */
  hasChanged: (maxMs: number) => Promise<boolean>;
  /** When what the page's scripts have put off is due next, in ms from now; infinite when nothing is. */
  nextDueMs: () => number;
}>;

/** Attributes that say what an element shows or where it leads. */
const CONTENT = new Set(['href', 'src', 'srcset']);

/**
 * Runs in the page, in a world of its own, before the page's scripts. Watches the document change, so that whether
 * it is quiet can be asked at any time.
 * @param page the document, as `plainDocument` shows it
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
  /** Styles are not looked at: they change with every animation, and what they show is in place before. */
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
  /** What happens in a shadow root is no change of the document around it. */
  const observeShadowRoots = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      if (!element.shadowRoot) continue;
      shadowHosts.add(element);
      observe(element.shadowRoot);
      observeShadowRoots(element.shadowRoot);
    }
  };
  // Not before: the parser's own insertions are many, and a page that is being parsed is not quiet anyway.
  page.addEventListener('DOMContentLoaded', () => observe(document));

  addEventListener('beforeprint', () => {
    printed = true;
  });
  addEventListener(
    WATCHED,
    (event) => {
      const [target] = event.composedPath(); // also within shadow roots
      if (target instanceof Element && watched.size < 5000) watched.add(target);
    },
    true,
  );

  const matches = (selector: string): boolean => {
    try {
      return page.querySelector(selector) !== null;
    } catch {
      return true; // no selector: said once, in the snapshot's notes
    }
  };
  /** Boxes that stand for content to come: marked as busy, or named so and without text. */
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
  /** Asked until there is something: to lay a page out for its text is a good part of the work. */
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
    // Listeners of the other world are called before this comes back.
    addEventListener(DUE_ANSWER, hear);
    dispatchEvent(new Event(DUE_QUESTION));
    removeEventListener(DUE_ANSWER, hear);
    return dueMs;
  };

  return {
    state: async (quietMs) => {
      observe(document);
      // Marks that follow scrolling or a pointer settle sooner than content that comes in steps.
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
      // On a busy machine it may only have had no turn: what is due goes first. (Never, where scripts are switched off.)
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
      // What controls that are closed again leave of a class or style that was not there before.
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
