import type { Change } from '../states.ts';

/** Elements of a page, by the numbers that the snapshot assigned to them. */
export type PageParts = Readonly<{
  find: (at: number | undefined) => HTMLElement | undefined;
  /** Applies changes for the given state. */
  apply: (changes: readonly Change[], isOn: boolean) => void;
  /** Whether a click on `hit` presses this control, and not another one inside it. */
  isPressed: (control: Element, hit: Element) => boolean;
}>;

/** A way to show a panel that may be hidden. */
export type Show = Readonly<{ panel: HTMLElement; open: () => void }>;

/** @param controls numbers of the elements that can be pressed */
export function page(controls: readonly number[]): PageParts {
  const elements = new Map<number, HTMLElement>();
  // Also inside declarative shadow roots.
  const collect = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      const at = element.getAttribute('data-offprint-at');
      if (at !== null && !elements.has(Number(at))) elements.set(Number(at), element);
      if (element.shadowRoot) collect(element.shadowRoot);
    }
  };
  collect(document);
  const pressable = new Set(controls.map((at) => elements.get(at)));
  return {
    isPressed: (control, hit) => {
      let nearest: Element | null = hit;
      while (nearest && !pressable.has(nearest as HTMLElement)) nearest = nearest.parentElement;
      return nearest === control;
    },
    find: (at) => (at === undefined ? undefined : elements.get(at)),
    apply: (changes, isOn) => {
      for (const [at, name, off, on] of changes) {
        const element = elements.get(at);
        if (element) write(element, name, isOn ? on : off, isOn ? off : on);
      }
    },
  };
}

function write(element: HTMLElement, name: string, value: string | null, other: string | null): void {
  if (name === '#text') element.textContent = value;
  else if (name === 'class') {
    element.classList.remove(...names(other));
    element.classList.add(...names(value));
  } else setAttribute(element, name, value);
}

/** Sets an attribute; `#text` is an element's own text next to its child elements. */
export function setAttribute(element: Element, name: string, value: string | null): void {
  if (name === '#text') {
    const text = [...element.childNodes].find((node) => node instanceof Text);
    if (text) text.data = value ?? '';
  } else if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

export function names(list: string | null): string[] {
  return (list ?? '').split(' ').filter((name) => name !== '');
}
