import type { Change, ContentsMark, Switch, ThemeName } from '../../runtime/states.ts';
import {
  type AddedElement,
  type ContentInWords,
  type MadeContent,
  makeContentKeeper,
} from './added-content.ts';
import { isInState, writeAttribute } from './attributes.ts';
import { elementAt } from './number-marks.ts';
import type { PageDriver } from './page-driver.ts';

/** Two states of an attribute of the element at a given place in the document. */
type PlacedChange = readonly [place: string, attribute: string, off: string | null, on: string | null];

/**
 * Effect of pressing a control on attributes, described so that it applies to other pages of the same layout: elements
 * are identified by their places in the document.
 */
export type Effect = Readonly<{
  /** Identifies the control by its place and appearance. */
  name: string;
  /** Place of the control that shows whether it is open, which may be a descendant of the one pressed. */
  control: string;
  changes: readonly PlacedChange[];
  /** Changes that remain after opening and closing it: values before and after. */
  left: readonly PlacedChange[];
  /** See Switch. */
  light: boolean;
  /** Content that it adds while it is open. */
  content?: ContentInWords;
  /** For a scrolled pane: whether it only follows the scrolling of the page. */
  follows?: boolean;
  /** For a table of contents: how it highlights the current entry, if at all. */
  marks?: EntryMarks;
  /** For a theme switch: its states; none if it turned out not to be one. */
  theme?: Readonly<{
    names: readonly ThemeName[];
    start: number;
    values: readonly (readonly [place: string, attribute: string, ...values: (string | null)[]])[];
  }>;
}>;

/** How a table of contents highlights the current entry. */
export type EntryMarks = Pick<ContentsMark, 'names' | 'current'>;

/** Changes made by a theme switch: the value in each state, by element and attribute. */
export type ThemeValues = Map<Element, Map<string, (string | null)[]>>;

/** Effects learned from a page's controls; null if an effect cannot be described. */
export type Taught = Readonly<{
  pressed: readonly (readonly [name: string, effect: Effect | null])[];
  /** Names of controls that were not pressed because their effects were known. */
  spared: readonly string[];
}>;

/** Observed effect of a press. */
type Done = Readonly<{
  control: Element;
  changes: readonly Change[];
  light: boolean;
  added: readonly AddedElement[];
  inner: readonly Switch[];
}>;

/** Effect applied instead of a press. */
export type Applied = Readonly<{ control: Element; changes: readonly Change[] }> & MadeContent;

export type EffectKeeper = Readonly<{
  /** Adds effects known from other pages. */
  learn: (known: readonly Effect[]) => void;
  /**
   * Returns the name of a control that other pages of the layout may share; undefined for controls within the content.
   */
  nameOf: (control: Element, isOpen: boolean) => string | undefined;
  /** Returns the known effect of a control on this page; undefined if it is uncertain. */
  known: (
    control: Element,
    isOpen: boolean,
  ) => Readonly<{ apply: () => Applied; light: boolean }> | undefined;
  /**
   * Records a pressed control.
   * @param did its effect, if that can be described
   * @param records all changes until the page was as before
   */
  pressed: (name: string, did?: Done, records?: readonly MutationRecord[]) => void;
  /** Returns the known effect of a theme switch; undefined if it is uncertain. */
  knownTheme: (
    control: Element,
  ) => Readonly<{ names: readonly ThemeName[]; start: number; apply: () => ThemeValues }> | undefined;
  /**
   * Records a pressed theme switch.
   * @param did undefined if it did more than change attributes
   */
  pressedTheme: (
    control: Element,
    did: Readonly<{ names: readonly ThemeName[]; start: number; values: ThemeValues }> | undefined,
    records: readonly MutationRecord[],
  ) => void;
  /** Whether a pane only follows the scrolling of the page; undefined if that is uncertain. */
  knownPane: (pane: Element) => boolean | undefined;
  /** Records whether a pane followed when the page was scrolled. */
  scrolledPane: (pane: Element, follows: boolean) => void;
  /** How a table of contents highlights its entries; undefined if that is uncertain. */
  knownMarks: (contents: Element) => EntryMarks | undefined;
  scrolledContents: (contents: Element, marks: EntryMarks) => void;
  taught: () => Taught;
  /** Undoes changes that presses left in the page, or would have left. */
  restore: () => void;
}>;

/** Number of characters of a control's text used in its name. */
const TEXT_MAX = 80;

/**
 * Runs in the page. Menus, drawers and switches outside the content are the same on every page of a layout, so effects
 * proven on some pages need not be tried on all (render/learned-effects.ts).
 */
export function makeEffectKeeper(page: Document, driver: PageDriver): EffectKeeper {
  const effects = new Map<string, Effect>();
  const pressed: [string, Effect | null][] = [];
  const spared: string[] = [];

  /** The innermost container with a heading of its own; the site's name may be a heading too. */
  const contents = [...page.querySelectorAll('h1')].flatMap(
    (heading) => heading.closest('article,main,[role="main"]') ?? [],
  );
  const content = contents.find((one) => !contents.some((other) => other !== one && one.contains(other)));
  const isAround = (element: Element): boolean =>
    content != null && !content.contains(element) && element.getRootNode() === element.ownerDocument;

  /** Elements about to be removed, which places ignore. */
  const leaving: Element[] = [];
  const placeOf = (element: Element): string => {
    const steps: string[] = [];
    for (let one: Element | null = element; one; one = one.parentElement) {
      let index = 0;
      for (let next = one.previousElementSibling; next; next = next.previousElementSibling)
        if (next.localName === one.localName && !leaving.includes(next)) index++;
      steps.push(`${one.localName} ${index}`);
    }
    return steps.reverse().join('/');
  };
  const at = (place: string): Element | undefined => {
    let element: Element | undefined = page.documentElement;
    for (const step of place.split('/').slice(1)) {
      const [name, index] = step.split(' ');
      const alike: Element[] = [...(element?.children ?? [])].filter(({ localName }) => localName === name);
      element = alike[Number(index)];
    }
    return element;
  };

  const around = (place: string): Element | undefined => {
    const element = at(place);
    return element && isAround(element) ? element : undefined;
  };
  const contentKeeper = makeContentKeeper(page, driver, { placeOf, around, isAround });
  const isLeftToDo = ({ left }: Effect): boolean =>
    left.every(([place, name, before]) => {
      const element = around(place);
      return element !== undefined && driver.valueOf(element, name) === before;
    });
  const restoring: (() => void)[] = [];
  const willRestore = ({ left }: Pick<Effect, 'left'>): void => {
    for (const [place, name, before] of left) {
      const element = at(place);
      if (element) restoring.push(() => writeAttribute(element, name, before));
    }
  };
  const leave = (effect: Effect): void => {
    for (const [place, name, , value] of effect.left) {
      const element = at(place);
      if (element) writeAttribute(element, name, value);
    }
    willRestore(effect);
  };

  /** Returns the remaining changes; undefined if there are any other than attributes outside the content. */
  const leftBy = (records: readonly MutationRecord[]): PlacedChange[] | undefined => {
    const { attributes, nodes, text } = driver.remaining(records, leaving);
    if (nodes || text || attributes.some(({ element }) => !isAround(element))) return undefined;
    return attributes.map(({ element, name, before, now }) => [placeOf(element), name, before, now]);
  };

  const effectOf = (
    name: string,
    { control, changes, light, added, inner }: Done,
    records: readonly MutationRecord[],
  ): Effect | null => {
    for (const { original } of added) leaving.push(original);
    const left = leftBy(records);
    const said = contentKeeper.inWords(added, inner);
    if (!left || !said || !isAround(control)) return null;
    const all: PlacedChange[] = [];
    for (const [mark, attribute, off, on] of changes) {
      const element = elementAt(page, mark);
      if (!element || !isAround(element) || attribute === '#text') return null;
      all.push([placeOf(element), attribute, off, on]);
    }
    const effect = { name, control: placeOf(control), changes: all, left, light };
    return added.length === 0 ? effect : { ...effect, content: said };
  };

  const nameOf = (control: Element, isOpen: boolean): string | undefined => {
    if (!isAround(control)) return undefined;
    const said = [control.getAttribute('class'), control.getAttribute('aria-label'), isOpen];
    // Its text may depend on the page's language.
    said.push(page.documentElement.lang);
    return JSON.stringify([placeOf(control), ...said, (control.textContent ?? '').slice(0, TEXT_MAX)]);
  };

  /** Name for an element that is not a control. */
  const partName = (kind: string, part: Element): string | undefined =>
    isAround(part) ? `${kind} ${placeOf(part)} ${part.getAttribute('class')}` : undefined;
  const known = (name: string | undefined): Effect | undefined => {
    const effect = effects.get(name ?? '');
    if (effect) spared.push(effect.name);
    return effect;
  };
  const tell = (name: string | undefined, facts: Pick<Effect, 'follows' | 'marks'>): void => {
    if (name === undefined) return;
    pressed.push([name, { name, control: '', changes: [], left: [], light: false, ...facts }]);
  };

  const themeNameOf = (control: Element): string | undefined => {
    const name = nameOf(control, false);
    return name && `theme ${name}`;
  };

  return {
    nameOf,
    learn: (known) => {
      for (const effect of known) effects.set(effect.name, effect);
    },
    known: (pressed, isOpen) => {
      const effect = effects.get(nameOf(pressed, isOpen) ?? '');
      const control = effect && at(effect.control);
      if (!effect || !control) return undefined;
      /** By place and attribute. Remaining changes are checked by their previous value. */
      const staying = new Set(effect.left.map(([place, name]) => `${place} ${name}`));
      const holds =
        isLeftToDo(effect) &&
        effect.changes.every(([place, name, off, on]) => {
          const element = around(place);
          if (!element || staying.has(`${place} ${name}`)) return element !== undefined;
          const [wanted, other] = isOpen ? [on, off] : [off, on];
          return isInState(element.getAttribute(name), name, wanted, other);
        });
      const made = holds ? contentKeeper.made(effect.content) : undefined;
      if (!made) return undefined;
      return {
        apply: () => {
          spared.push(effect.name);
          leave(effect);
          const changes = effect.changes.map(([place, name, off, on]): Change => {
            return [driver.mark(at(place) as Element), name, off, on];
          });
          return { control, changes, ...made };
        },
        light: effect.light,
      };
    },
    pressed: (name, did, records) => {
      const effect = did && records ? effectOf(name, did, records) : null;
      pressed.push([name, effect]);
      if (effect) willRestore(effect);
    },
    knownTheme: (control) => {
      const effect = effects.get(themeNameOf(control) ?? '');
      const { names, start, values } = effect?.theme ?? {};
      if (!effect || !names || start === undefined || !values || !isLeftToDo(effect)) return undefined;
      const holds = values.every(([place, name, ...all]) => {
        const element = around(place);
        return element && element.getAttribute(name) === all[start];
      });
      if (!holds) return undefined;
      const apply = (): ThemeValues => {
        spared.push(effect.name);
        leave(effect);
        const found: ThemeValues = new Map();
        for (const [place, name, ...all] of values) {
          const element = at(place) as Element;
          found.set(element, (found.get(element) ?? new Map()).set(name, all));
        }
        return found;
      };
      return { names, start, apply };
    },
    pressedTheme: (control, did, records) => {
      const name = themeNameOf(control);
      if (name === undefined) return;
      const left = leftBy(records);
      const isPlain =
        did && left && [...did.values].every(([element, named]) => isAround(element) && !named.has('#text'));
      if (!isPlain) {
        pressed.push([name, null]);
        return;
      }
      const values = [...did.values].flatMap(([element, named]) =>
        [...named].map(([attribute, all]) => [placeOf(element), attribute, ...all] as const),
      );
      const theme = { names: did.names, start: did.start, values };
      willRestore({ left });
      pressed.push([name, { name, control: placeOf(control), changes: [], left, light: false, theme }]);
    },
    knownPane: (pane) => known(partName('pane', pane))?.follows,
    scrolledPane: (pane, follows) => tell(partName('pane', pane), { follows }),
    knownMarks: (contents) => known(partName('contents', contents))?.marks,
    scrolledContents: (contents, marks) => tell(partName('contents', contents), { marks }),
    taught: () => ({ pressed, spared }),
    restore: () => {
      for (const put of restoring.reverse()) put();
    },
  };
}
