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

/** An attribute of the element at a place in the document, in two states. */
type PlacedChange = readonly [place: string, attribute: string, off: string | null, on: string | null];

/**
 * What pressing a control does to attributes, in words that hold on other pages of the same layout: elements are named
 * by their places in the document.
 */
export type Effect = Readonly<{
  /** Which control, and how it looks. */
  name: string;
  /** The control that says whether it is open: it may be a part of the one that is pressed. */
  control: string;
  changes: readonly PlacedChange[];
  /** What stays when it has been opened and closed: before, and after. */
  left: readonly PlacedChange[];
  /** See Switch. */
  light: boolean;
  /** What it adds for as long as it is open. */
  content?: ContentInWords;
  /** Of a pane that is scrolled: whether it only follows the scrolling of the page. */
  follows?: boolean;
  /** Of a table of contents: how the entry that is read is marked, if it is. */
  marks?: EntryMarks;
  /** Of a theme switch: the states that it goes through, none when it is none after all. */
  theme?: Readonly<{
    names: readonly ThemeName[];
    start: number;
    values: readonly (readonly [place: string, attribute: string, ...values: (string | null)[]])[];
  }>;
}>;

/** How a table of contents marks the entry that is read. */
export type EntryMarks = Pick<ContentsMark, 'names' | 'current'>;

/** What a theme switch changes: by element and attribute, the value in each state. */
export type ThemeValues = Map<Element, Map<string, (string | null)[]>>;

/** What a page has taught about its controls: an effect is null where it cannot be said in these words. */
export type Taught = Readonly<{
  pressed: readonly (readonly [name: string, effect: Effect | null])[];
  /** Names of controls that were not pressed, since it was known what they do. */
  spared: readonly string[];
}>;

/** What a press did. */
type Done = Readonly<{
  control: Element;
  changes: readonly Change[];
  light: boolean;
  added: readonly AddedElement[];
  inner: readonly Switch[];
}>;

/** What a press would have done. */
export type Applied = Readonly<{ control: Element; changes: readonly Change[] }> & MadeContent;

export type EffectKeeper = Readonly<{
  /** What is known from other pages. */
  learn: (known: readonly Effect[]) => void;
  /** The name of a control that all pages of a layout may have; undefined for those of the content, which are its own. */
  nameOf: (control: Element, isOpen: boolean) => string | undefined;
  /** What a control does in this page; undefined when that is not known for certain. */
  known: (
    control: Element,
    isOpen: boolean,
  ) => Readonly<{ apply: () => Applied; light: boolean }> | undefined;
  /**
   * Told of a control that was pressed.
   * @param did what it did, unless it did more than change attributes
   * @param records of what happened until it was as before
   */
  pressed: (name: string, did?: Done, records?: readonly MutationRecord[]) => void;
  /** The same of a control that may be a theme switch. */
  knownTheme: (
    control: Element,
  ) => Readonly<{ names: readonly ThemeName[]; start: number; apply: () => ThemeValues }> | undefined;
  /** @param did undefined where it did more than change attributes */
  pressedTheme: (
    control: Element,
    did: Readonly<{ names: readonly ThemeName[]; start: number; values: ThemeValues }> | undefined,
    records: readonly MutationRecord[],
  ) => void;
  /** Whether a pane only follows the scrolling of the page; undefined when that is not known for certain. */
  knownPane: (pane: Element) => boolean | undefined;
  /** Told of a pane whether it has followed when the page was scrolled. */
  scrolledPane: (pane: Element, follows: boolean) => void;
  /** How a table of contents marks its entries; undefined when that is not known for certain. */
  knownMarks: (contents: Element) => EntryMarks | undefined;
  scrolledContents: (contents: Element, marks: EntryMarks) => void;
  taught: () => Taught;
  /** Takes back what pressing has left in the page, or what it would have left in it. */
  restore: () => void;
}>;

/** Of the text of a control, for its name. */
const TEXT_MAX = 80;

/**
 * Runs in the page. Menus, drawers and switches around the content are the same on every page of a layout: what some
 * pages have shown to be so need not be tried on all (render/learned-effects.ts).
 */
export function makeEffectKeeper(page: Document, driver: PageDriver): EffectKeeper {
  const effects = new Map<string, Effect>();
  const pressed: [string, Effect | null][] = [];
  const spared: string[] = [];

  /** The innermost that has a heading of its own: the name of the site may be one too. */
  const contents = [...page.querySelectorAll('h1')].flatMap(
    (heading) => heading.closest('article,main,[role="main"]') ?? [],
  );
  const content = contents.find((one) => !contents.some((other) => other !== one && one.contains(other)));
  const isAround = (element: Element): boolean =>
    content != null && !content.contains(element) && element.getRootNode() === element.ownerDocument;

  /** Elements that are on their way out: they count no more. */
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

  /** What is not as it was before; undefined where that is more than attributes of what is around the content. */
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
    // What it shows may be in the language of the page.
    said.push(page.documentElement.lang);
    return JSON.stringify([placeOf(control), ...said, (control.textContent ?? '').slice(0, TEXT_MAX)]);
  };

  /** Of something that is no control. */
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
      /** By place and attribute. What stays is checked by what it was before. */
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
