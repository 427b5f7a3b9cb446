import { openOneButton } from './one-button.ts';
import { FIELDS, isSearchBox } from './search-boxes.ts';
import { addSearchButton } from './search-button.ts';
import { watchTypingListeners } from './typing-listeners.ts';

/** Interface of the engine (engine.ts), available once it is loaded. */
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
 * Lets readers open the search: through the site's own search box, which keeps its look but opens our dialog; with `/`,
 * Ctrl-K or Cmd-K; or through our own button if the site has no box. Only this small part is loaded until a reader uses
 * the search.
 * @param folder URL of the search's folder, with a trailing slash
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
  /** Query typed so far, while the engine loads after the search was opened; otherwise undefined. */
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

  // Capture these events before the site does, or its own search would open as well.
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
    // Scripts kept in the page may add the box after it has loaded.
    if (look()) one.announce(true);
    else setTimeout(() => one.announce(look()), 500);
  };
  if (document.readyState === 'complete') lookLater();
  else window.addEventListener('load', lookLater);
}

/** Returns the site's search box that an event concerns, even inside open shadow roots. */
function boxOf(event: Event, isBox: (element: Element) => boolean): Element | undefined {
  const path = event.composedPath().filter((target) => target instanceof Element);
  // Elements added by the bundle are not search boxes of the site.
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
