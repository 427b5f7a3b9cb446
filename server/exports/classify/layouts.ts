import { createHash } from 'node:crypto';
import { type Store, transact } from '../../store/database.ts';
import type { ExportJob } from '../../store/exports.ts';
import { type Layout, layoutsOf, setLayout } from '../../store/layouts.ts';
import { readObject } from '../../store/objects.ts';
import type { Frontier, Resource } from '../../store/resources.ts';
import { type Recogniser, readVendors, recogniser } from '../features/vendor-widgets.ts';
import { FetchError } from '../origin/http/fetched.ts';
import type { Source } from '../origin/source.ts';
import { readByteText } from '../parse/charset.ts';
import { charsetOf } from '../parse/content-type.ts';
import { type DescribedOperation, operationsIn } from '../playground/described-operations.ts';
import { documentsOf, fetchedPlaces, hasPlayground, readDocument } from '../playground/documents.ts';
import { compareRendered, ownFragments } from '../render/compare.ts';
import { factsOf, factsOfRendered, type PageFacts } from '../render/page-facts.ts';
import type { RenderedPage } from '../render/rendered-page.ts';
import type { Rendering } from '../render/rendering.ts';
import { extractPage, packPage, type Section } from '../search/search-index.ts';
import type { ExportSettings } from '../settings/settings.ts';
import { absoluteUrl, locate, looksLikeRoute } from '../site/site.ts';
import { mapOrdered, runPool } from '../threads/concurrency.ts';
import { hasOtherText } from '../verify/fault-or-finding.ts';
import { isApiReference } from './api-reference.ts';
import {
  type Compared,
  frozenBySetting,
  type Proof,
  proveEarly,
  SAMPLES,
  stepsOfProof,
} from './keep-or-freeze.ts';
import type { ClickTurn, OfflineCheck } from './offline-check.ts';
import { chooseRenderMode, type RenderModeOfPage, renderModeOf, renderModeOfLayout } from './render-mode.ts';
import { openStepCounter, type PlannedSteps, type Steps } from './step-counter.ts';

/** Number of pages that earns a layout one more sample, and the maximum number of such samples per job. */
const PAGES_PER_FURTHER_SAMPLE = 200;
const FURTHER_SAMPLES_MAX = 20;
/** Number of layouts classified by samples of their own, largest first. The rest are classified together. */
const LAYOUTS_ALONE_MAX = 20;
const SAMPLES_TOGETHER = 12;
/**
 * Number of layouts classified concurrently. While one waits for quiet or for the effect of a click, others use the
 * processors.
 */
const LAYOUTS_AT_ONCE = 3;

/** Estimates the number of steps for testing layouts before the number of pages in each is known. */
export function plannedTests(layouts: number, settings: Pick<ExportSettings, 'interactivity'>): number {
  const alone = Math.min(layouts, LAYOUTS_ALONE_MAX) * (SAMPLES + stepsOfProof(settings, SAMPLES));
  const together = SAMPLES_TOGETHER + stepsOfProof(settings, SAMPLES_TOGETHER);
  return alone + (layouts > LAYOUTS_ALONE_MAX ? together : 0);
}

export type LayoutsContext = Readonly<{
  dataFolder: string;
  store: Store;
  job: ExportJob;
  frontier: Frontier;
  source: Source;
  rendering: Rendering;
  offlineCheck: OfflineCheck;
  signal: AbortSignal;
  /** Called with the number of completed steps of the browser tests, out of those known so far. */
  onTested: (steps: Steps) => void;
}>;

type ClassifyContext = LayoutsContext &
  Readonly<{
    recogniser: Recogniser;
    /** Called after each page comparison and each step of an offline check. */
    onStep: () => void;
  }>;

export type Layouts = Readonly<{
  /** Returns the render mode of a page as far as it is known, with a reason unless the reason belongs to the layout. */
  renderModeOf: (page: Pick<Resource, 'layout' | 'isScripted'>) => RenderModeOfPage;
  /**
   * Classifies the layouts that are still unknown by rendering sample pages. Call it when nothing is queued.
   * @returns the number of pages queued for rendering
   * @throws OffprintError `browser`
   */
  classify: () => Promise<number>;
  /**
   * Queues fetched pages of some layouts for rendering, whatever their samples showed.
   * @param reasons a sentence for each layout
   * @returns the number of queued pages
   */
  freeze: (reasons: ReadonlyMap<string, string>) => number;
}>;

/**
 * Opens the layouts of a job, which determine how pages are acquired. Samples are chosen by the hash of their URLs once
 * all pages of a layout are known, so the order of discovery does not affect them.
 */
export function openLayouts(opened: LayoutsContext): Layouts {
  const { store, job, frontier } = opened;
  const context = { ...opened, recogniser: recogniser(readVendors(), job.policy) };
  const planSteps = openStepCounter(opened.onTested);
  const classified = new Map<string, Layout>();
  for (const layout of layoutsOf(store, job.id)) classified.set(layout.layout, layout);

  return {
    renderModeOf: (page) => renderModeOf(page, job.settings, classified.get(page.layout ?? '')?.renderMode),
    classify: async () => {
      if (job.settings.render !== 'auto' || frozenBySetting(job.settings)) return 0;
      const groups = unclassified(frontier, classified);
      if (groups.size === 0) return learnDocuments(context, classified, planSteps);
      const earlier = [...classified.values()];
      const sizes = [...groups].sort(
        ([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1),
      );
      const alone = sizes.splice(
        0,
        Math.max(0, LAYOUTS_ALONE_MAX - earlier.filter(({ samples }) => samples > 0).length),
      );
      let further = earlier.reduce(
        (left, { samples }) => left - Math.max(0, samples - SAMPLES),
        FURTHER_SAMPLES_MAX,
      );
      const planned = alone.map(([layout, places]) => {
        const more = Math.min(further, Math.floor(places.length / PAGES_PER_FURTHER_SAMPLE));
        further -= more;
        return { layouts: [layout], isAlone: true, places, wanted: SAMPLES + more };
      });
      if (sizes.length > 0) {
        const layouts = sizes.map(([layout]) => layout);
        const places = sizes.flatMap(([, some]) => some);
        planned.push({ layouts, isAlone: false, places, wanted: SAMPLES_TOGETHER });
      }
      const withSteps = planned.map((one) => {
        const samples = Math.min(one.wanted, one.places.length);
        return { ...one, steps: planSteps(samples + stepsOfProof(job.settings, samples)) };
      });
      let [chosenBefore, endedBefore]: Promise<unknown>[] = [];
      const verdicts = mapOrdered(withSteps, { items: LAYOUTS_AT_ONCE }, async (one) => {
        const chosen = Promise.withResolvers<void>();
        const turn = { chosenBefore, endedBefore, onChosen: chosen.resolve };
        const { step: onStep, end } = one.steps;
        const verdict = classifyBy({ ...context, onStep }, one.places, one.wanted, turn).finally(end);
        const ended = verdict.catch(() => {}); // awaiting `verdict` below reports the error
        chosenBefore = Promise.all([chosenBefore, Promise.race([chosen.promise, ended])]);
        endedBefore = Promise.all([endedBefore, ended]);
        return { ...one, verdict: await verdict };
      });
      let queued = 0;
      const known: Layout[] = [];
      for await (const { layouts, isAlone, verdict } of verdicts) {
        if ('queued' in verdict) queued += verdict.queued;
        else {
          const samples = isAlone ? verdict.samples : 0;
          known.push(...layouts.map((layout) => ({ layout, ...verdict, samples })));
        }
      }
      // Not earlier: requeued pages would be missing while other layouts are tried.
      for (const layout of known) {
        classified.set(layout.layout, layout);
        queued += keep(context, layout, groups.get(layout.layout) ?? []);
      }
      return queued + (await learnDocuments(context, classified, planSteps));
    },
    freeze: (reasons) => {
      const places = new Map<string, string[]>();
      for (const { url, layout, renderMode } of frontier.all({ status: 'done', kind: 'page' })) {
        if (renderMode !== 'fetched' || layout === null || !reasons.has(layout)) continue;
        places.set(layout, [...(places.get(layout) ?? []), url]);
      }
      let queued = 0;
      for (const [layout, urls] of places) {
        const samples = classified.get(layout)?.samples ?? 0;
        const verdict: Layout = {
          layout,
          renderMode: 'rendered',
          reason: reasons.get(layout) ?? '',
          samples,
        };
        classified.set(layout, verdict);
        queued += keep(context, verdict, urls);
      }
      return queued;
    },
  };
}

/** Pages of each layout that is not classified yet. */
function unclassified(frontier: Frontier, classified: ReadonlyMap<string, Layout>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { url, layout, isScripted, renderMode } of frontier.all({ status: 'done', kind: 'page' })) {
    if (!isScripted || renderMode !== 'fetched' || layout === null || classified.has(layout)) continue;
    const group = groups.get(layout);
    if (group) group.push(url);
    else groups.set(layout, [url]);
  }
  return groups;
}

/** Stores the verdict on a layout and requeues its pages if a browser must render them. */
function keep({ store, job, frontier }: LayoutsContext, layout: Layout, places: readonly string[]): number {
  transact(store, () => {
    setLayout(store, job.id, layout);
    if (layout.renderMode === 'rendered')
      for (const url of places) frontier.requeue(url, { renderMode: 'rendered' });
  });
  return layout.renderMode === 'rendered' ? places.length : 0;
}

type Verdict = Pick<Layout, 'renderMode' | 'reason' | 'samples'>;

/**
 * Classifies a layout, or a group of small ones, by samples of its pages.
 * @param turn when the pages are clicked
 * @returns the verdict, or the number of queued documents that must be acquired first
 */
async function classifyBy(
  context: ClassifyContext,
  places: readonly string[],
  wanted: number,
  turn: ClickTurn,
): Promise<Verdict | Readonly<{ queued: number }>> {
  const ordered = byHash(places);
  const chosen: Compared[] = [];
  const unseen: string[] = [];
  let tried = 0;
  let early: Promise<Proof | undefined> | undefined;
  let proof: Proof | undefined;
  try {
    while (chosen.length < wanted && tried < Math.min(2 * wanted, ordered.length)) {
      const some = ordered.slice(tried, Math.min(tried + wanted - chosen.length, 2 * wanted));
      tried += some.length;
      const results = some.map((place) => compare(context, place));
      early ??= proveEarly(context, results, turn);
      for (const result of await Promise.all(results)) {
        if (typeof result === 'string') unseen.push(result);
        else chosen.push(result);
      }
      if (chosen.some(({ renderMode }) => renderMode === 'rendered')) break;
    }
  } finally {
    proof = await early; // on errors too; otherwise, it would start a browser for a job that is over
  }
  const queued = chosen.reduce((sum, one) => sum + one.queued, 0);
  if (queued > 0) return { queued };
  const samples = chosen.length;
  const { renderMode, reason } = await renderModeOfLayout(context, chosen, unseen, turn, proof);
  if (samples === 0) return { renderMode, reason, samples };
  const count = `${samples} of ${places.length} page${places.length === 1 ? '' : 's'} compared.`;
  return { renderMode, reason: `${reason} ${count}`, samples };
}

/**
 * Compares one page with its rendered version. Returns the page's verdict on its layout, or the reason why it has none.
 */
async function compare(context: ClassifyContext, place: string): Promise<Compared | string> {
  const { dataFolder, frontier, source, rendering, signal, onStep } = context;
  const { object, contentType } = frontier.find(place) ?? {};
  const page = await rendering.sample(place);
  onStep();
  signal.throwIfAborted();
  if (page.outcome === 'failed') return `${place}: ${page.message}`;
  if (page.status >= 400) return `${place}: HTTP ${page.status}`;
  const fetched = readByteText(readObject(dataFolder, object ?? ''), charsetOf(contentType ?? ''));
  const url = absoluteUrl(source.site.origin, place);
  const isPlayground =
    context.job.policy.kept.playground &&
    [fetched, readByteText(page.html, 'utf-8')].some((text) => hasPlayground(text, url, context.recogniser));
  const facts = factsOfRendered(page);
  const comparison = compareRendered(factsOf(fetched, url), facts);
  const mayFetch = isPlayground || (hasOtherText(comparison) && (await isApiReference(context, page)));
  const { carried, queued } = mayFetch ? await fetchedDocuments(context, place, page) : NO_DOCUMENTS;
  const hidden = await hiddenPlace(context, facts);
  const choice = chooseRenderMode(fetched, url, page, comparison, carried, hidden, routeIn(facts));
  return { ...choice, place, rendered: page, queued };
}

const NO_DOCUMENTS = { carried: new Set<string>(), queued: 0 };

/**
 * Records which documents of the site a page fetches, and queues those that are new to the frontier.
 * @returns the addresses of documents that the bundle can include, and the number of queued ones
 */
async function fetchedDocuments(
  { dataFolder, frontier, source, signal }: LayoutsContext,
  page: string,
  rendered: RenderedPage,
): Promise<{ carried: Set<string>; queued: number }> {
  const documents = documentsOf(dataFolder, frontier);
  const carried = new Set<string>();
  const places: string[] = [];
  const { depth = 0, hops = 0 } = frontier.find(page) ?? {};
  let queued = 0;
  for (const [url, place] of fetchedPlaces(rendered, source)) {
    const isKnown = frontier.find(place) !== undefined;
    // A place that responds only to the page's scripts is not a missing file.
    if (!isKnown && !(await isThere(place, { source, signal }))) continue;
    places.push(place);
    if (documents.at(place)) carried.add(url);
    if (frontier.add({ url: place, required: false, depth, hops: hops + 1, referrer: page })) queued++;
  }
  frontier.setDocuments(page, places.sort());
  // For a page that keeps its scripts, this is all the text that search can index.
  if (places.length > 0) {
    const described: DescribedOperation[] = [];
    for (const place of places) {
      described.push(...(await operationsIn(readDocument(dataFolder, frontier, place)?.text ?? '')));
    }
    const drawn = extractPage(rendered.html.toString('utf8'));
    frontier.setDrawnText(page, packPage({ ...drawn, sections: withOperations(drawn.sections, described) }));
  }
  return { carried, queued };
}

/**
 * Adds operations that a page shows only on demand, so that search finds them as well. They have no position on the
 * page.
 */
function withOperations(sections: readonly Section[], operations: readonly DescribedOperation[]): Section[] {
  const drawn = new Set(
    sections.flatMap(({ heading, blocks }) => [heading, ...blocks.map(({ text }) => text)]),
  );
  const missing = operations.filter(({ name }) => !drawn.has(name));
  const added = missing.map(({ name, texts }) => ({
    level: 2,
    anchor: '',
    heading: name,
    place: 0,
    blocks: texts.map((text) => ({ text, place: 0 })),
  }));
  return [...sections, ...added];
}

/**
 * Renders each page of a layout once if any page of that layout fetches documents, because pages of one layout fetch
 * different ones.
 * @returns the number of queued documents
 */
async function learnDocuments(
  context: LayoutsContext,
  classified: ReadonlyMap<string, Layout>,
  planSteps: (planned: number) => PlannedSteps,
): Promise<number> {
  const { frontier, rendering, signal } = context;
  const layouts = new Set<string>();
  const unknown: Resource[] = [];
  for (const page of frontier.all({ status: 'done', kind: 'page' })) {
    if (page.renderMode !== 'fetched' || classified.get(page.layout ?? '')?.renderMode !== 'fetched')
      continue;
    if (page.documents) layouts.add(page.layout ?? '');
    else if (page.documents === null && page.isScripted) unknown.push(page);
  }
  const queue = unknown.filter(({ layout }) => layouts.has(layout ?? ''));
  const { step } = planSteps(queue.length);
  let queued = 0;
  await runPool(
    SAMPLES,
    () => queue.shift(),
    async ({ url }) => {
      const page = await rendering.render(url);
      signal.throwIfAborted();
      if (page.outcome === 'failed') frontier.setDocuments(url, []);
      else queued += (await fetchedDocuments(context, url, page)).queued;
      step();
    },
  );
  return queued;
}

/** Finds a fragment like `#/a` that the page links to but has no anchor for. */
function routeIn(facts: PageFacts): string | undefined {
  const routes = ownFragments(facts).filter((fragment) => !facts.anchors.has(fragment));
  return routes.map((fragment) => `#${fragment}`).find(looksLikeRoute);
}

const HIDDEN_TRIED = 5;

/** Finds an existing place that only the rendered page links to. */
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
    if (await isThere(place, { source, signal })) return place;
  }
  return undefined;
}

async function isThere(
  place: string,
  { source, signal }: Pick<LayoutsContext, 'source' | 'signal'>,
): Promise<boolean> {
  try {
    const { status } = await source.fetch(place, { keep: firstChunk, signal });
    return status < 400;
  } catch (error) {
    if (error instanceof FetchError) return false;
    throw error;
  }
}

async function firstChunk(chunks: AsyncIterable<Buffer>): Promise<undefined> {
  for await (const _chunk of chunks) break;
  return undefined;
}

/** Sorts places by their hash, an order unrelated to that of the site. */
export function byHash(places: readonly string[]): string[] {
  const hashed = places.map((place) => ({ place, hash: createHash('sha256').update(place).digest('hex') }));
  return hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ place }) => place);
}
