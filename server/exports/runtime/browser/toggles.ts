import type { Switch } from '../states.ts';
import type { PageParts, Show } from './page.ts';

/** Choices in a menu or list box, which close it. */
const CHOICES = '[role=option],[role^=menuitem]';

/**
 * Makes accordions, menus and drawers work. Overlays close on Escape, on a choice, or on a click elsewhere;
 * arrow keys move through their choices.
 */
export function installToggles(parts: PageParts, kept: readonly Switch[]): Show[] {
  const shows: Show[] = [];
  const over: {
    set: (isOn: boolean) => void;
    isOn: () => boolean;
    holds: (target: Node) => boolean;
    choices: () => HTMLElement[];
    control: HTMLElement;
  }[] = [];

  for (const { at, changes, panel: panelAt, light = false, on = false, also = [] } of kept) {
    const controls = [at, ...also].flatMap((each) => parts.find(each) ?? []);
    const [control] = controls;
    if (!control) continue;
    const panel = parts.find(panelAt);
    let isOn = on;
    const set = (to: boolean): void => {
      if (to === isOn) return;
      isOn = to;
      parts.apply(changes, to);
    };
    for (const each of controls) {
      listen(parts, each, () => {
        set(!isOn);
        // The control may be hidden now, with another in its place.
        if (!each.checkVisibility()) controls.find((other) => other.checkVisibility())?.focus();
      });
    }
    if (panel) shows.push({ panel, open: () => set(true) });
    if (!light) continue;
    const shown = [panel, ...changes.map(([owner]) => parts.find(owner))].filter(
      (element): element is HTMLElement =>
        element !== undefined && !/^(html|body)$/.test(element.localName) && element !== control,
    );
    over.push({
      control,
      set,
      isOn: () => isOn,
      holds: (target) => [control, ...shown].some((one) => one.contains(target)),
      choices: () =>
        shown
          .flatMap((one) => [...one.querySelectorAll<HTMLElement>(CHOICES)])
          .filter((choice) => choice.checkVisibility()),
    });
  }
  if (over.length > 0) {
    document.addEventListener('click', ({ target }) => {
      const isChoice = (target as Element).closest(CHOICES) !== null;
      for (const one of over) {
        if (!one.isOn() || (one.holds(target as Node) && !isChoice && !isShade(target as Element))) continue;
        one.set(false);
        if (isChoice) one.control.focus();
      }
    });
    document.addEventListener('keydown', (event) => {
      const { key } = event;
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        const choices = over.findLast((one) => one.isOn())?.choices() ?? [];
        const at = choices.indexOf(document.activeElement as HTMLElement);
        const next = key === 'ArrowDown' ? (at + 1) % choices.length : at > 0 ? at - 1 : choices.length - 1;
        const choice = choices[next];
        if (!choice) return;
        if (!choice.matches('a[href],button,[tabindex]')) choice.tabIndex = -1;
        choice.focus();
        event.preventDefault();
        return;
      }
      const open = key === 'Escape' ? over.filter((one) => one.isOn()) : [];
      for (const one of open) one.set(false);
      open.at(-1)?.control.focus();
    });
  }
  return shows;
}

/**
 * Whether an element is the backdrop of a drawer: empty and covering the page. Clicking it counts as a click elsewhere.
 */
function isShade(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const isEmpty = element.childElementCount === 0 && element.textContent.trim() === '';
  return isEmpty && width >= innerWidth / 2 && height >= innerHeight / 2;
}

/** Calls `onPress` when a control is pressed with a pointer or a key. */
function listen(parts: PageParts, control: HTMLElement, onPress: () => void): void {
  const press = (event: Event): void => {
    if (!parts.isPressed(control, event.target as Element)) return;
    // A link or field inside the control does not count as the control.
    const inner = (event.target as Element).closest('a[href],button,input,select');
    if (inner && inner !== control && control.contains(inner) && !inner.matches('a[href^="#"]')) return;
    event.preventDefault();
    onPress();
  };
  control.addEventListener('click', press);
  if (/^(button|summary|a)$/.test(control.localName)) return;
  if (!control.hasAttribute('tabindex')) control.tabIndex = 0;
  control.addEventListener('keydown', (event) => {
    if ((event.key === 'Enter' || event.key === ' ') && event.target === control) press(event);
  });
}
