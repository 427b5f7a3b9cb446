import { openOneButton } from './one-button.ts';
import { FIELDS, isSearchBox } from './search-boxes.ts';
import { addSearchButton } from './search-button.ts';
import { watchTypingListeners } from './typing-listeners.ts';

/** What the engine (engine.ts) offers once it is loaded. */
export type Engine = Readonly<{
  open: (query?: string) => void;
  put: (name: string, content: unknown) => void;
}>;

declare global {
  interface Window {
    offprintSearch?: Engine;
  }
}

/**
 * Lets readers open the search: by the site's own search box, which keeps its look and gets our dialog; by `/` and
 * Ctrl-K or Cmd-K; where the site has no box, by a button of ours. Nothing but this small part is loaded before a
 * reader reaches for it.
 * @param folder URL of the folder of the search, with a slash at its end
 */
export function installSearchOpener(folder: string): void {
  const listens = watchTypingListeners();
  const isBox = (element: Element): boolean => isSearchBox(element, listens);
  let loading: Promise<Engine> | undefined;
  const load = (): Promise<Engine> => {
    loading ??= new Promise<Engine>((resolve, reject) => {
      const script = document.createElement('script');
      script.src = `${folder}engine.js`;
      script.dataset.offprint = '';
      script.onload = () =>
        window.offprintSearch ? resolve(window.offprintSearch) : reject(new Error(script.src));
      script.onerror = () => reject(new Error(script.src));
      document.head.append(script);
    });
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  /** What is typed while the engine is loaded; undefined when nothing is. */
  let typedAhead: string | undefined;
  const open = (query = ''): void => {
    typedAhead = query;
    load()
      .then(
        (engine) => engine.open(typedAhead),
        () => button(true),
      )
      .finally(() => {
        typedAhead = undefined;
      });
  };
  const button = (isBroken: boolean): void =>
    addSearchButton({ open: () => open(), load: () => void load().catch(() => {}), isBroken });

  const take = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const listen = (types: string, listener: (event: Event) => void): void => {
    for (const type of types.split(' ')) window.addEventListener(type, listener, true);
  };

  // Before anything of the site sees it: its own search would open beside ours.
  listen('pointerdown mousedown touchstart', (event) => {
    if (!boxOf(event, isBox)) return;
    void load().catch(() => {});
    if (event.cancelable && event.type !== 'touchstart') event.preventDefault();
    event.stopImmediatePropagation();
  });
  listen('click', (event) => {
    const box = boxOf(event, isBox);
    if (!box) return;
    take(event);
    open(typedIn(box));
  });
  listen('focusin', (event) => {
    if (boxOf(event, isBox)) void load().catch(() => {});
  });
  listen('submit', (event) => {
    const field = [...(event.target as Element).querySelectorAll(FIELDS)].find((each) => isBox(each));
    if (!field) return;
    take(event);
    open(typedIn(field));
  });
  listen('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event as KeyboardEvent;
    const isLetter = [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
    if (typedAhead !== undefined && (isLetter || key === 'Backspace')) {
      take(event);
      typedAhead = isLetter ? typedAhead + key : typedAhead.slice(0, -1);
      return;
    }
    const isShortcut = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';
    const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping(event);
    if (isShortcut || isSlash) {
      take(event);
      open();
      return;
    }
    const box = boxOf(event, isBox);
    if (!box?.matches(FIELDS) || ctrlKey || metaKey || altKey || isComposing) return;
    if (!isLetter && key !== 'Enter' && key !== 'ArrowDown') return;
    take(event);
    open(typedIn(box) + (isLetter ? key : ''));
  });

  const look = (): boolean => hasBox(document, isBox);
  const one = openOneButton(() => button(false));
  const lookLater = (): void => {
    // Kept scripts may draw the box when the page is there.
    if (look()) one.announce(true);
    else setTimeout(() => one.announce(look()), 500);
  };
  if (document.readyState === 'complete') lookLater();
  else window.addEventListener('load', lookLater);
}

/** The search box of the site that an event is about, also within open shadow roots. */
function boxOf(event: Event, isBox: (element: Element) => boolean): Element | undefined {
  const path = event.composedPath().filter((target) => target instanceof Element);
  // What we add is no box of the site.
  return path.some((element) => element.hasAttribute('data-offprint')) ? undefined : path.find(isBox);
}

function typedIn(box: Element): string {
  return box instanceof HTMLInputElement ? box.value : '';
}

function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input,textarea,select'))
  );
}

function hasBox(root: Document | ShadowRoot, isBox: (element: Element) => boolean): boolean {
  for (const element of root.querySelectorAll('*')) {
    if (isBox(element) && element.getClientRects().length > 0) return true;
    if (element.shadowRoot && hasBox(element.shadowRoot, isBox)) return true;
  }
  return false;
}
