import type { Theme, ThemeName } from '../../runtime/states.ts';
import { MAY_BE_EMPTY } from './attributes.ts';
import type { EffectKeeper, ThemeValues } from './effects.ts';
import type { PageDriver } from './page-driver.ts';
import { namesSystem, namesTheme, saidOf } from './theme-names.ts';
import { makePictureKeeper } from './theme-pictures.ts';

export type ThemeKeeper = Readonly<{
  /** Cycles once through the states of the theme switch; yields whenever something may be loading. */
  open: () => AsyncGenerator<void>;
  /** Marks what the switch changes, once menus have been placed. */
  place: () => Theme | undefined;
}>;

const STATES_MAX = 4;
/** Minimum size of a drawing; icons are smaller. */
const DRAWING_PX = 100;
const CONTROLS = 'button,[role="button"],[role="switch"],input[type="checkbox"],select';
const LISTS = '[aria-haspopup="listbox"][aria-expanded],[aria-haspopup="menu"][aria-expanded]';
const OPTIONS = '[role="option"],[role^="menuitem"]';

/**
 * Runs in the page. A theme switch is a button or picker with such a name that changes an attribute of the root element
 * or the body. It is pressed until the page is as it was before, and the differences between its states are kept for
 * each state. A switch that opens a list has a state for each of its options.
 */
export function makeThemeKeeper(page: Document, driver: PageDriver, effects: EffectKeeper): ThemeKeeper {
  let theme: { controls: Element[]; names: ThemeName[]; start: number; chooses?: true } | undefined;
  /** The list that a switch opens: its ID, and how its options look in each state. */
  let list: { id: string; seen: Element[][] } | undefined;
  const values: ThemeValues = new Map();
  const pictures = makePictureKeeper(driver);

  const isNamed = (control: Element): boolean =>
    (control.textContent.length < 60 || control.localName === 'select') && namesTheme(saidOf(control));
  const named = (): Element[] =>
    [...page.querySelectorAll(CONTROLS)].filter(
      (control) =>
        !control.hasAttribute('aria-expanded') && control.getAttribute('role') !== 'tab' && isNamed(control),
    );

  /** An empty list of names is equivalent to a missing one. */
  const saysNothing = (name: string, value: string): boolean =>
    name.startsWith('data-offprint') || (MAY_BE_EMPTY.test(name) && value.trim() === '');
  const look = (): string =>
    [page.documentElement, page.body]
      .map((element) =>
        JSON.stringify([...driver.attributesOf(element)].filter((attribute) => !saysNothing(...attribute))),
      )
      .join();
  const isDark = (): boolean => {
    for (const element of [page.body, page.documentElement]) {
      const [red = 255, green = 255, blue = 255, alpha = 1] =
        getComputedStyle(element)
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      if (alpha > 0.5) return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 110;
    }
    return (
      /dark/.test(getComputedStyle(page.documentElement).colorScheme) || /dark|slate|night/i.test(look())
    );
  };

  /** For attributes first changed in this state, earlier states keep the previous value. */
  const write = (records: readonly MutationRecord[], state: number): void => {
    const first = new Map<Element, Map<string, string | null>>();
    for (const { type, target, attributeName, oldValue } of records) {
      if (type === 'characterData') writeText(target, oldValue ?? '', first);
      if (type !== 'attributes' || !(target instanceof Element) || attributeName === null) continue;
      if (/^(data-offprint.*|href|src|srcset|xlink:href)$/.test(attributeName)) continue;
      const known = first.get(target) ?? new Map<string, string | null>();
      if (!known.has(attributeName)) known.set(attributeName, oldValue);
      first.set(target, known);
    }
    for (const [element, changed] of first) {
      const kept = values.get(element) ?? new Map<string, (string | null)[]>();
      for (const [name, old] of changed) {
        if (!kept.has(name)) kept.set(name, Array<string | null>(state).fill(old));
      }
      values.set(element, kept);
    }
    pictures.write(records, state);
    for (const [element, kept] of values) {
      for (const [name, own] of kept)
        own[state] = name === '#text' ? textOf(element) : element.getAttribute(name);
    }
  };

  /** Returns the only text node of an element, which may have other children, such as a button with an icon. */
  const textOf = (element: Element): string | null => {
    const texts = [...element.childNodes].filter((node) => node instanceof Text);
    return texts.length === 1 ? (texts[0]?.data ?? null) : null;
  };
  const writeText = (node: Node, old: string, first: Map<Element, Map<string, string | null>>): void => {
    const element = node.parentElement;
    if (!element || textOf(element) === null) return;
    const known = first.get(element) ?? new Map<string, string | null>();
    if (!known.has('#text')) known.set('#text', old);
    first.set(element, known);
  };

  /** Finds labels of radio buttons of which only one is visible, which selects the next theme. */
  const labelsInTurn = (): Element[] => {
    const groups = Map.groupBy(page.querySelectorAll<HTMLLabelElement>('label[for]'), ({ control }) =>
      control instanceof HTMLInputElement && control.type === 'radio' ? control.name : '',
    );
    const isTurn = (labels: readonly Element[]): boolean =>
      labels.length >= 2 &&
      labels.length <= STATES_MAX &&
      labels.some(isNamed) &&
      labels.filter(driver.isVisible).length === 1;
    return [...groups].find(([name, labels]) => name !== '' && isTurn(labels))?.[1] ?? [];
  };

  /** @param turns other controls, one of which replaces the first in each state */
  async function* go(control: Element, turns: readonly Element[] = []): AsyncGenerator<void> {
    // Other pages do not show how a theme affects this page's diagrams.
    const isPlain = !hasDrawings();
    const known = isPlain ? effects.knownTheme(control) : undefined;
    if (known) {
      for (const [element, named] of known.apply()) values.set(element, named);
      if (known.names.length > 1)
        theme = { controls: [control, ...turns], names: [...known.names], start: known.start };
      return;
    }
    await driver.begin();
    const end = driver.watch();
    yield* goRound(control, turns);
    const { names = [], start = 0 } = theme ?? {};
    const records = end();
    if (isPlain)
      effects.pressedTheme(control, pictures.isEmpty() ? { names, start, values } : undefined, records);
  }

  /** Diagrams are redrawn in the theme's colours, some time later. */
  const settle = async (): Promise<void> => {
    await driver.settle();
    if (hasDrawings()) await driver.rest();
  };
  const hasDrawings = (): boolean =>
    [...page.querySelectorAll('svg,canvas')].some((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width >= DRAWING_PX && height >= DRAWING_PX;
    });

  async function* goRound(control: Element, turns: readonly Element[]): AsyncGenerator<void> {
    /**
     * Presses the visible control.
     * @returns whether its name shows that it selects the system's theme
     */
    const press = (): boolean => {
      const shown = turns.find(driver.isVisible) ?? control;
      driver.press(shown);
      return turns.length > 0 && namesSystem(saidOf(shown));
    };
    const picker = control instanceof HTMLSelectElement ? control : undefined;
    const initial = look();
    const start = picker ? picker.selectedIndex : 0;
    const names: ThemeName[] = [];
    const nameNow = (): ThemeName => {
      const option = picker?.selectedOptions[0]?.textContent ?? '';
      if (namesSystem(picker ? option : (page.documentElement.getAttribute('data-theme-choice') ?? '')))
        return 'system';
      return isDark() ? 'dark' : 'light';
    };
    if (!picker) names.push(nameNow());
    const steps = picker ? Math.min(picker.options.length, STATES_MAX) : STATES_MAX;
    for (let step = picker ? 0 : 1; step < steps; step++) {
      const end = driver.watch();
      let isSystem = false;
      if (picker) {
        picker.selectedIndex = step;
        for (const type of ['input', 'change']) picker.dispatchEvent(new Event(type, { bubbles: true }));
      } else isSystem = press();
      await settle();
      yield;
      const records = end();
      if (!picker && look() === initial) {
        if (isSystem) names[0] = 'system';
        break;
      }
      write(records, step);
      names.push(isSystem ? 'system' : nameNow());
    }
    if (picker) {
      picker.selectedIndex = start;
      for (const type of ['input', 'change']) picker.dispatchEvent(new Event(type, { bubbles: true }));
    } else
      for (let left = STATES_MAX; left > 0 && look() !== initial; left--) {
        press();
        await settle();
      }
    await settle();
    yield;
    const changesRoot = [page.documentElement, page.body].some((element) => values.has(element));
    if (changesRoot && names.length > 1) theme = { controls: [control, ...turns], names, start };
    else {
      values.clear();
      pictures.clear();
    }
  }

  const isChosen = (control: Element): boolean =>
    ['aria-pressed', 'aria-checked', 'aria-selected'].some((name) => control.getAttribute(name) === 'true');

  /** Finds adjacent buttons, one for each theme, one of which is selected. That one comes first. */
  const choiceAround = (control: Element): Element[] | undefined => {
    const choice = named().filter(
      (one) => one.parentElement === control.parentElement && !one.matches('select'),
    );
    if (choice.length < 2 || choice.length > STATES_MAX || !choice.some(isChosen)) return undefined;
    return choice.sort((a, b) => Number(isChosen(b)) - Number(isChosen(a)));
  };

  async function* goThrough(choice: Element[]): AsyncGenerator<void> {
    await driver.begin();
    const names: ThemeName[] = [];
    const [first] = choice;
    for (const [state, control] of choice.entries()) {
      const end = driver.watch();
      if (state > 0) driver.press(control);
      await settle();
      yield;
      write(end(), state);
      names.push(namesSystem(saidOf(control)) ? 'system' : isDark() ? 'dark' : 'light');
    }
    if (first) driver.press(first);
    await settle();
    yield;
    if (values.size > 0) theme = { controls: choice, names, start: 0, chooses: true };
  }

  const isOpen = (control: Element): boolean => control.getAttribute('aria-expanded') === 'true';

  /**
   * Opens the list of a control.
   * @returns its options
   */
  async function openList(control: Element): Promise<Element[]> {
    if (!isOpen(control)) driver.press(control);
    await driver.settle();
    const shown = page.getElementById(control.getAttribute('aria-controls') ?? '');
    return isOpen(control) && shown ? [...shown.querySelectorAll(OPTIONS)] : [];
  }

  /** Chooses every option once. The list is captured in the state that the previous choice has produced. */
  async function* goThroughList(control: Element): AsyncGenerator<void> {
    await driver.begin();
    const initial = look();
    let options = await openList(control);
    yield;
    const id = control.getAttribute('aria-controls') ?? '';
    const chosen = options.findIndex(isChosen);
    const looks: string[] = [];
    const names: ThemeName[] = [];
    const seen: Element[][] = [];
    let before = chosen;
    const choose = async (state: number): Promise<void> => {
      if (before >= 0) seen[before] = options.map(driver.copyOf);
      before = state;
      const option = options[state];
      if (option) driver.press(option);
      await driver.settle();
      await driver.untilGone(options);
    };
    if (options.length >= 2 && options.length <= STATES_MAX)
      for (const [state, { textContent }] of options.entries()) {
        if (state > 0) options = await openList(control);
        const end = driver.watch();
        await choose(state);
        yield;
        write(end(), state);
        looks.push(look());
        names.push(namesSystem(textContent) ? 'system' : isDark() ? 'dark' : 'light');
      }
    else if (isOpen(control)) driver.press(control);
    const start = chosen >= 0 ? chosen : looks.lastIndexOf(initial);
    if (names.length > 0 && start >= 0) {
      options = await openList(control);
      await choose(start);
      yield;
    }
    const changesRoot = [page.documentElement, page.body].some((element) => values.has(element));
    if (changesRoot && start >= 0 && new Set(looks).size > 1) {
      theme = { controls: [], names, start, chooses: true };
      list = { id, seen };
    } else {
      values.clear();
      pictures.clear();
    }
  }

  /** Returns the options in the bundle's copy of the list, with the changes that show which of them is selected. */
  const placeList = (): Element[] => {
    if (!list) return [];
    const { id, seen } = list;
    const options = [...(page.getElementById(id)?.querySelectorAll(OPTIONS) ?? [])];
    for (const [index, option] of options.entries()) {
      const looks = seen.map((all) => all[index]);
      const named = new Map<string, (string | null)[]>();
      for (const name of new Set(looks.flatMap((one) => one?.getAttributeNames() ?? [])))
        if (name !== 'id')
          named.set(
            name,
            looks.map((one) => one?.getAttribute(name) ?? null),
          );
      values.set(option, named);
      pictures.addAll(option, looks);
    }
    return options;
  };

  return {
    open: async function* () {
      const opener = [...page.querySelectorAll(LISTS)].find(
        (control) => isNamed(control) && driver.isVisible(control),
      );
      if (opener) yield* goThroughList(opener);
      const [label, ...turns] = labelsInTurn().sort(
        (one, other) => Number(driver.isVisible(other)) - Number(driver.isVisible(one)),
      );
      if (label && !theme) yield* go(label, turns);
      for (const control of named().slice(0, 6)) {
        if (driver.isLate()) return;
        const choice = theme ? undefined : choiceAround(control);
        if (choice) yield* goThrough(choice);
        else if (!theme) yield* go(control);
        // The same switch, for narrow windows.
        else if (theme.chooses) continue;
        else if (control.localName === theme.controls[0]?.localName) theme.controls.push(control);
      }
    },
    place: () => {
      if (!theme) return undefined;
      if (list) theme.controls.push(...placeList());
      const isWhole =
        theme.controls.every(({ isConnected }) => isConnected) &&
        (!list || theme.controls.length === theme.names.length);
      if (theme.chooses && !isWhole) return undefined;
      const root = page.documentElement;
      const kept = [...values].flatMap(([element, named]) =>
        element.isConnected
          ? [...named].map(
              ([name, list]) => [element === root ? 0 : driver.mark(element), name, ...list] as const,
            )
          : [],
      );
      return {
        controls: theme.controls.filter(({ isConnected }) => isConnected).map(driver.mark),
        ...(theme.chooses && { chooses: theme.chooses }),
        names: theme.names,
        start: theme.start,
        follows: [...page.querySelectorAll('script:not([src])')].some(({ textContent }) =>
          textContent.includes('prefers-color-scheme'),
        ),
        values: [
          ...kept.filter(([, , ...list]) => new Set(list).size > 1),
          ...pictures.place(theme.names.length, theme.start),
        ],
      };
    },
  };
}
