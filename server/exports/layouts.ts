import { createHash } from 'node:crypto';
import { type Store, transact } from '../store/database.ts';
import type { ExportJob } from '../store/exports.ts';
import { type Layout, layoutsOf, setLayout } from '../store/layouts.ts';
import { readObject } from '../store/objects.ts';
import type { Frontier, Resource, Way } from '../store/resources.ts';
import { charsetOf } from './ingest.ts';
import { FetchError } from './origin/http/fetched.ts';
import { readByteText } from './parse/charset.ts';
import { compareRendered } from './render/compare.ts';
import { factsOf, factsOfRendered, type PageFacts } from './render/facts.ts';
import type { Rendering } from './rendering.ts';
import { absoluteUrl, locate } from './site.ts';
import type { Source } from './source.ts';
import type { Trial, Tried } from './trial.ts';
import { type Chosen, chooseWay } from './way.ts';

/** Pages of a layout that are enough to judge it. */
const SAMPLES = 3;
/** One more for so many pages, up to so many in a job. */
const PAGES_PER_FURTHER_SAMPLE = 200;
const FURTHER_SAMPLES_MAX = 20;
/** Layouts that are judged by pages of their own, the largest first; the others are judged together. */
const LAYOUTS_ALONE_MAX = 20;
const SAMPLES_TOGETHER = 12;

export type LayoutsContext = Readonly<{
  dataFolder: string;
  store: Store;
  job: ExportJob;
  frontier: Frontier;
  source: Source;
  rendering: Rendering;
  trial: Trial;
  signal: AbortSignal;
}>;

export type Layouts = Readonly<{
  /** How a page of a layout is acquired as far as is known by now, and why, where that is not said of the layout. */
  wayOf: (page: Pick<Resource, 'layout' | 'isScripted'>) => Readonly<{ way: Way; reason: string | null }>;
  /**
   * Called when nothing is queued: judges the layouts that have not been judged, by rendering samples of their pages.
   * @returns how many pages are queued to be rendered
   * @throws OffprintError `browser`
   */
  judge: () => Promise<number>;
  /**
   * Has pages of some layouts rendered that were fetched, whatever their samples said.
   * @param reasons sentences by layout
   * @returns how many pages are queued for it
   */
  freeze: (reasons: ReadonlyMap<string, string>) => number;
}>;

/**
 * The layouts of a job and how their pages are acquired. Samples are chosen by the hash of their URL among all pages
 * of a layout, when all of them are known: the order in which they came decides nothing.
 */
export function openLayouts(context: LayoutsContext): Layouts {
  const { store, job, frontier } = context;
  const judged = new Map<string, Layout>();
  for (const layout of layoutsOf(store, job.id)) judged.set(layout.layout, layout);

  return {
    wayOf: ({ layout, isScripted }) => {
      const { render, interactivity } = job.settings;
      if (render !== 'auto') {
        return { way: render === 'always' ? 'rendered' : 'fetched', reason: `The setting is ${render}.` };
      }
      if (!isScripted) return { way: 'fetched', reason: 'It has no scripts.' };
      if (interactivity === 'freeze') return { way: 'rendered', reason: 'The setting is freeze.' };
      return { way: judged.get(layout ?? '')?.way ?? 'fetched', reason: null };
    },
    judge: async () => {
      if (job.settings.render !== 'auto' || job.settings.interactivity === 'freeze') return 0;
      const groups = unjudged(frontier, judged);
      if (groups.size === 0) return 0;
      const known = [...judged.values()];
      const sizes = [...groups].sort(
        ([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1),
      );
      const alone = sizes.splice(
        0,
        Math.max(0, LAYOUTS_ALONE_MAX - known.filter(({ samples }) => samples > 0).length),
      );
      let further = known.reduce(
        (left, { samples }) => left - Math.max(0, samples - SAMPLES),
        FURTHER_SAMPLES_MAX,
      );
      let queued = 0;
      const settle = (layout: Layout): void => {
        judged.set(layout.layout, layout);
        queued += keep(context, layout, groups.get(layout.layout) ?? []);
      };
      for (const [layout, places] of alone) {
        const more = Math.min(further, Math.floor(places.length / PAGES_PER_FURTHER_SAMPLE));
        const verdict = await judgeBy(context, places, SAMPLES + more);
        further -= Math.max(0, verdict.samples - SAMPLES);
        settle({ layout, ...verdict });
      }
      if (sizes.length > 0) {
        const places = sizes.flatMap(([, some]) => some);
        const verdict = await judgeBy(context, places, SAMPLES_TOGETHER);
        for (const [layout] of sizes) settle({ layout, ...verdict, samples: 0 });
      }
      return queued;
    },
    freeze: (reasons) => {
      const places = new Map<string, string[]>();
      for (const { url, layout, way } of frontier.all({ status: 'done', kind: 'page' })) {
        if (way !== 'fetched' || layout === null || !reasons.has(layout)) continue;
        places.set(layout, [...(places.get(layout) ?? []), url]);
      }
      let queued = 0;
      for (const [layout, urls] of places) {
        const samples = judged.get(layout)?.samples ?? 0;
        const verdict: Layout = { layout, way: 'rendered', reason: reasons.get(layout) ?? '', samples };
        judged.set(layout, verdict);
        queued += keep(context, verdict, urls);
      }
      return queued;
    },
  };
}

/** The pages of each layout about which nothing is known yet. */
function unjudged(frontier: Frontier, judged: ReadonlyMap<string, Layout>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { url, layout, isScripted, way } of frontier.all({ status: 'done', kind: 'page' })) {
    if (!isScripted || way !== 'fetched' || layout === null || judged.has(layout)) continue;
    const group = groups.get(layout);
    if (group) group.push(url);
    else groups.set(layout, [url]);
  }
  return groups;
}

/** Remembers what a layout is; pages that a browser has to make are queued for that. */
function keep({ store, job, frontier }: LayoutsContext, layout: Layout, places: readonly string[]): number {
  transact(store, () => {
    setLayout(store, job.id, layout);
    if (layout.way === 'rendered') for (const url of places) frontier.requeue(url, { way: 'rendered' });
  });
  return layout.way === 'rendered' ? places.length : 0;
}

async function judgeBy(
  context: LayoutsContext,
  places: readonly string[],
  wanted: number,
): Promise<Pick<Layout, 'way' | 'reason' | 'samples'>> {
  const ordered = byHash(places);
  const chosen: Compared[] = [];
  const unseen: string[] = [];
  let tried = 0;
  while (chosen.length < wanted && tried < Math.min(2 * wanted, ordered.length)) {
    const some = ordered.slice(tried, Math.min(tried + wanted - chosen.length, 2 * wanted));
    tried += some.length;
    for (const result of await Promise.all(some.map((place) => compare(context, place)))) {
      if (typeof result === 'string') unseen.push(result);
      else chosen.push(result);
    }
    if (chosen.some(({ way }) => way === 'rendered')) break;
  }
  const samples = chosen.length;
  const [first] = chosen;
  if (!first) {
    return { way: 'fetched', reason: `No browser could show a page of this layout: ${unseen[0]}`, samples };
  }
  const { way, reason } =
    chosen.find((one) => one.way === 'rendered') ?? (await kept(context, chosen)) ?? first;
  const count = `${samples} of ${places.length} page${places.length === 1 ? '' : 's'} compared.`;
  return { way, reason: `${reason} ${count}`, samples };
}

type Compared = Chosen & Tried;

/** Whether pages that may keep their scripts are the better for it; undefined when they are. */
async function kept(
  { job, trial }: LayoutsContext,
  compared: readonly Compared[],
): Promise<Chosen | undefined> {
  if (job.settings.interactivity !== 'auto') return undefined;
  const fault = await trial.fault(compared.slice(0, SAMPLES));
  return fault === undefined ? undefined : { way: 'rendered', reason: `Its scripts ${fault}` };
}

/** What one page says of its layout, or why it says nothing. */
async function compare(context: LayoutsContext, place: string): Promise<Compared | string> {
  const { dataFolder, frontier, rendering, signal } = context;
  const { object, contentType } = frontier.find(place) ?? {};
  const page = await rendering.render(place);
  signal.throwIfAborted();
  if (page.outcome === 'failed') return `${place}: ${page.message}`;
  if (page.status >= 400) return `${place}: HTTP ${page.status}`;
  const fetched = readByteText(readObject(dataFolder, object ?? ''), charsetOf(contentType ?? ''));
  const url = absoluteUrl(rendering.access.origin, place);
  const facts = factsOfRendered(page);
  const hidden = await hiddenPlace(context, facts);
  const choice = chooseWay(fetched, url, page, compareRendered(factsOf(fetched, url), facts), hidden);
  return { ...choice, place, rendered: page };
}

const HIDDEN_TRIED = 5;

/** Something that is there, and nothing but the page as a browser made it leads to it. */
async function hiddenPlace(
  { frontier, source, signal }: LayoutsContext,
  { url, links }: PageFacts,
): Promise<string | undefined> {
  const { site, scope } = source;
  const unknown = new Set<string>();
  for (const link of links) {
    const place = locate(site, link, url);
    if (place.kind !== 'internal' || frontier.find(place.path)) continue;
    if (scope.skipReason(place.path, true) === undefined) unknown.add(place.path);
  }
  for (const place of byHash([...unknown]).slice(0, HIDDEN_TRIED)) {
    try {
      const { status } = await source.fetch(place, { keep: firstChunk, signal });
      if (status < 400) return place;
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
    }
  }
  return undefined;
}

async function firstChunk(chunks: AsyncIterable<Buffer>): Promise<undefined> {
  for await (const _chunk of chunks) break;
  return undefined;
}

/** In an order that has nothing to do with the site's own. */
export function byHash(places: readonly string[]): string[] {
  const hashed = places.map((place) => ({ place, hash: createHash('sha256').update(place).digest('hex') }));
  return hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ place }) => place);
}
