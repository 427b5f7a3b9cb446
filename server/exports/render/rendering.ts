import { FetchError } from '../origin/http/fetched.ts';
import type { Source } from '../origin/source.ts';
import { absoluteUrl, locate } from '../site/site.ts';
import type { JobBrowser } from './job-browser.ts';
import type { RenderedPage, RenderResult } from './rendered-page.ts';

/** Pages that were shown to learn about the site, by their URLs. They outlive the browser. */
export type Samples = Map<string, RenderedPage>;

/** Of all samples together. */
const SAMPLES_BYTES_MAX = 16 * 2 ** 20;

/** Shows pages of a site as it is known. */
export type Rendering = Readonly<{
  /**
   * Shows a place of the site in a browser. What a page does wrong is a value. A page that asked the site for something
   * and got no answer is shown again when the site answers us, and failed when it does not: what its scripts
   * made of that is not what readers see. A sample need not be shown again.
   * @throws OffprintError `origin-unreachable` when the site has not answered for long, `browser` when there is none or
   * it does not start; the signal's reason when aborted
   */
  render: (place: string, layout?: string) => Promise<RenderResult>;
  /** The same, to learn from it how pages like it are acquired; it is kept for when it is acquired itself. */
  sample: (place: string) => Promise<RenderResult>;
  /** A browser will be needed: it starts meanwhile, once. Whoever needs it is told why there is none. */
  prepare: () => void;
  /** The site may have changed: samples are to be shown again. */
  forgetSamples: () => void;
  /** Places of pages that other pages have cast doubt on: they are to be rendered again. Each is named once. */
  stale: () => Promise<string[]>;
  /** Waits until nothing is being compared any more that may cast doubt on pages. */
  compared: () => Promise<void>;
}>;

export function openRendering({
  source,
  browser,
  samples,
  signal,
}: Readonly<{
  source: Source;
  browser: JobBrowser;
  samples: Samples;
  signal: AbortSignal;
}>): Rendering {
  const access = source.browser();
  let isPrepared = false;
  /** Paths that do not answer while others do. */
  const silent = new Set<string>();
  /**
   * Asks for what a page got no answer to.
   * @returns `answers` when some of it is there after all, `known` when all of it is known for silent, or that the
   * site is gone
   */
  const whySilent = async (
    unanswered: readonly string[],
    page: string,
  ): Promise<'answers' | 'known' | Readonly<{ message: string }>> => {
    for (const place of unanswered) {
      if (silent.has(pathOf(place))) continue;
      const silence = await silenceOf(place, source, signal);
      if (silence === undefined) return 'answers';
      if (await silenceOf(page, source, signal))
        return { message: `The page requested ${place}, which did not respond: ${silence}` };
      // The site is there: or is there again.
      if ((await silenceOf(place, source, signal)) === undefined) return 'answers';
      silent.add(pathOf(place));
    }
    return 'known';
  };
  const show = async (place: string, layout?: string): Promise<RenderResult> => {
    const url = absoluteUrl(access.origin, place);
    for (let tries = 1; ; tries++) {
      const page = await (await browser.tabs(access)).render(url, layout);
      if (page.outcome === 'failed') return page;
      const unanswered = unansweredPlaces(page, source);
      const found = await whySilent(unanswered, place);
      if (found === 'answers' && tries < TRIES) continue;
      if (found === 'known' || found === 'answers') {
        // Whatever pages do differently from us: no other page is shown three times for it.
        for (const one of unanswered) silent.add(pathOf(one));
        return withNotes(page, unanswered);
      }
      const { durationMs } = page;
      return {
        outcome: 'failed',
        reason: 'unreachable',
        message: found.message,
        url,
        attempts: tries,
        durationMs,
      };
    }
  };
  return {
    render: async (place, layout) => {
      const sample = samples.get(absoluteUrl(access.origin, place));
      // Bytes are given away to whoever reads them.
      return sample ? { ...sample, html: Buffer.from(sample.html) } : show(place, layout);
    },
    sample: async (place) => {
      const page = await show(place);
      if (page.outcome === 'rendered') {
        samples.set(page.url, page);
        const sizes = [...samples.values()].map(({ html }) => html.length);
        if (sizes.reduce((sum, size) => sum + size, 0) > SAMPLES_BYTES_MAX) samples.delete(page.url);
      }
      return page;
    },
    prepare: () => {
      if (!isPrepared) browser.lend(access, async () => {}).catch(() => {});
      isPrepared = true;
    },
    forgetSamples: () => samples.clear(),
    stale: async () => {
      const urls = await browser.stale();
      for (const url of urls) samples.delete(url);
      const places = urls.map((url) => locate(source.site, url, url));
      return places.flatMap((place) => (place.kind === 'internal' ? [place.path] : []));
    },
    compared: browser.compared,
  };
}

/** How often a page is shown whose requests get no answer though the site answers us. */
const TRIES = 3;

/** Pictures and fonts are fetched again for themselves; what these bring is in the page, or is not. */
const FORMING = /^(document|script|stylesheet|fetch|xhr)$/;
/** Chromium's words for no answer: not for what it refused to ask or to show. */
const NO_ANSWER =
  /ERR_(FAILED|EMPTY_RESPONSE|TIMED_OUT|CONTENT_LENGTH_MISMATCH|(CONNECTION|NETWORK|INTERNET|ADDRESS|NAME|SOCKET|SSL|PROXY|TUNNEL|HTTP2|INCOMPLETE)_\w+)$/;

/** Places of the site that a page asked for without an answer. */
function unansweredPlaces({ assets, finalUrl }: RenderedPage, { site }: Source): string[] {
  return assets.flatMap(({ url, type, status, failure = '' }) => {
    const isAnswered = status === 0 ? !NO_ANSWER.test(failure) : status !== 429 && status < 500;
    const place = isAnswered || !FORMING.test(type) ? undefined : locate(site, url, finalUrl);
    return place?.kind === 'internal' ? [place.path] : [];
  });
}

function withNotes(page: RenderedPage, unanswered: readonly string[]): RenderedPage {
  const notes = unanswered.map((detail) => ({ kind: 'unanswered' as const, detail }));
  return { ...page, notes: [...page.notes, ...notes] };
}

/** Queries may be a page's own. */
function pathOf(place: string): string {
  return place.replace(/\?.*$/s, '');
}

/** @returns why a place does not answer us either, with all patience; undefined when it does */
async function silenceOf(place: string, source: Source, signal: AbortSignal): Promise<string | undefined> {
  try {
    await source.fetch(place.replace(/#.*$/s, ''), { keep: drop, signal });
    return undefined;
  } catch (error) {
    if (error instanceof FetchError) return error.message;
    throw error;
  }
}

async function drop(chunks: AsyncIterable<Buffer>): Promise<undefined> {
  for await (const _chunk of chunks) break;
  return undefined;
}
