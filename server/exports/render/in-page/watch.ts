/**
 * The document as the standard has it: elements with a name (`<img name="body">`) hide the properties of that name
 * in every world (WHATWG HTML 3.1.6). Self-contained, as all functions here: their text is what is sent to the browser.
 */
export function plainDocument(): Document {
  return new Proxy(document, {
    get: (target, name) => {
      const value = Reflect.get(Document.prototype, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

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

/**
 * Runs in the page, in a world of its own, before the page's scripts. Watches the document change, so that whether
 * it is quiet can be asked at any time.
 *
 * Self-contained: its text is what is sent to the browser.
 */
export function watchPage(
  page: Document,
  readySelector: string | undefined,
  announcement: string,
  question: string,
): PageWatch {
  const answer = `${question}-answer`;
  let contentAt = performance.now();
  let classAt = contentAt;
  let printed = false;
  let onContent = (): void => {};
  let change = Promise.resolve();
  const CONTENT = new Set(['href', 'src', 'srcset']);
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
    announcement,
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
    addEventListener(answer, hear);
    dispatchEvent(new Event(question));
    removeEventListener(answer, hear);
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
        ...{ stillForMs, isStill },
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

/**
 * Runs in the page's own world before its scripts. Without service workers a page loads from its origin and not from
 * what an earlier page left behind; told that data is to be saved, it does not load all that its links lead to
 * (docs/decisions/0035); `observe` tells the world beside it which elements it has to bring into view, and whatever
 * puts something off, when that is due.
 *
 * Self-contained: its text is what is sent to the browser.
 */
export function preparePage(announcement: string, question: string): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  const { connection } = navigator as { connection?: object };
  if (connection) Object.defineProperty(connection, 'saveData', { value: true });
  if (window !== window.top) return;
  const { observe } = IntersectionObserver.prototype;
  IntersectionObserver.prototype.observe = function (target) {
    observe.call(this, target);
    // Headings are watched for what they stand above, in nearly every page: they are not brought into view (scroll.ts).
    if (/^h[1-6]$/.test(target.localName)) return;
    const announce = () => target.dispatchEvent(new CustomEvent(announcement, { composed: true }));
    if (target.isConnected) announce();
    else requestAnimationFrame(announce); // until when it is likely to be
  };

  /** Of the timers that have not come yet, by their ids; in ms since the page began. */
  const due = new Map<unknown, number>();
  let idleCallbacks = 0;
  const now = performance.now.bind(performance);
  type Call = (...values: unknown[]) => unknown;
  /** The function as scripts know it, which calls another one as well. */
  const followed = <F>(original: F, follow: (result: unknown, values: unknown[]) => void): F =>
    new Proxy(original as F & Call, {
      apply: (target, self, values) => {
        const result = Reflect.apply(target, self, values);
        follow(result, values);
        return result;
      },
    });
  // What is put off in the same way a moment later comes right after the page's own.
  const { setTimeout: later, requestIdleCallback: whenIdle } = window;
  window.setTimeout = followed(later, (id, [, value]) => {
    const afterMs = Math.max(0, Number(value) || 0);
    due.set(id, now() + afterMs);
    later(() => due.delete(id), afterMs);
  });
  window.clearTimeout = followed(clearTimeout, (_result, [id]) => due.delete(id));
  window.requestIdleCallback = followed(whenIdle, () => {
    idleCallbacks++;
    whenIdle(() => idleCallbacks--);
  });
  addEventListener(question, () => {
    let next = idleCallbacks > 0 ? now() : Number.POSITIVE_INFINITY;
    for (const at of due.values()) if (at < next) next = at;
    const detail = next - now();
    dispatchEvent(new CustomEvent(`${question}-answer`, { detail }));
  });
}
