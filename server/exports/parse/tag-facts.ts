import { mayMark } from './layout.ts';
import type { Markers, Role } from './page.ts';
import { PLAIN_TAGS_MAX, type PlainTag } from './plain-tags.ts';
import { TAG_SHAPES_MAX, type TagShape } from './tag-shapes.ts';
import { BACKGROUND_ELEMENTS, ROLES } from './vocabulary.ts';

// What scanPage knows of tags before it has read their values.

/** Elements that may stand before a declaration of charset without ending or delaying the head. */
const METADATA = new Set(['html', 'head', 'title', 'base', 'meta', 'link']);
/** Elements about which scanPage has rules of their own. */
const SPECIAL = new Set('html head svg select option title base meta link script style'.split(' '));

/** What an element's name alone says, looked up once for each tag. */
export type ElementFacts = Readonly<{
  roles: ReadonlyMap<string, Role> | undefined;
  isMetadata: boolean;
  isSpecial: boolean;
  mayMark: boolean;
  hasBackground: boolean;
}>;

const NAMES_MAX = 10_000;
const factsByName = new Map<string, ElementFacts>();

export function factsOf(name: string): ElementFacts {
  let facts = factsByName.get(name);
  if (!facts) {
    facts = {
      roles: ROLES.get(name),
      isMetadata: METADATA.has(name),
      isSpecial: SPECIAL.has(name),
      mayMark: mayMark(name),
      hasBackground: BACKGROUND_ELEMENTS.has(name),
    };
    if (factsByName.size < NAMES_MAX) factsByName.set(name, facts);
  }
  return facts;
}

/** A reference that all tags of a shape have, by the number of its attribute. */
export type ShapeReference = Readonly<{
  index: number;
  attribute: string;
  role: Role;
  mayBeEmpty: boolean;
}>;

export type TagFacts = Readonly<{
  /** Plain tags of which nothing is to be found out, each in its slot. */
  silent: (PlainTag | undefined)[];
  /** What tags of a shape refer to; undefined when more is to be found out of each of them. */
  referencesOf: (shape: TagShape) => readonly ShapeReference[] | undefined;
}>;

const NO_MARKERS: Markers = { elements: new Set(), match: () => undefined, mayMatch: () => false };
const known = new WeakMap<Markers, TagFacts>();

/** What is known of tags with a set of markers: the same for all pages. */
export function tagFacts(markers: Markers = NO_MARKERS): TagFacts {
  const found = known.get(markers);
  if (found) return found;
  const shapes = new Array<{ shape: TagShape; references: ReturnType<typeof referencesIn> } | undefined>(
    TAG_SHAPES_MAX,
  ).fill(undefined);
  const facts: TagFacts = {
    silent: new Array<PlainTag | undefined>(PLAIN_TAGS_MAX).fill(undefined),
    referencesOf: (shape) => {
      const last = shapes[shape.slot];
      if (last?.shape === shape) return last.references;
      const references = referencesIn(shape, markers);
      shapes[shape.slot] = { shape, references };
      return references;
    },
  };
  known.set(markers, facts);
  return facts;
}

/** The same as scanPage finds in each of the tags. */
function referencesIn(
  { name, names, classes }: TagShape,
  markers: Markers,
): readonly ShapeReference[] | undefined {
  const { isSpecial, isMetadata, mayMark, roles } = factsOf(name);
  if (isSpecial || isMetadata || mayMark || markers.mayMatch(name, names, classes)) return undefined;
  if (names.some((attribute) => READ_CLOSELY.has(attribute))) return undefined;
  return names.flatMap((attribute, index) => {
    const role = roles?.get(attribute);
    const mayBeEmpty = attribute === 'href' && role === 'link';
    return role === undefined ? [] : [{ index, attribute, role, mayBeEmpty }];
  });
}

/** Attributes that are more than the address of something, or tell of the layout. */
const READ_CLOSELY = new Set(
  'background crossorigin integrity onerror onload ping role srcdoc srcset style'.split(' '),
);
