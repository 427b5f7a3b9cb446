import { FetchError } from '../origin/http/fetched.ts';
import type { Source } from '../origin/source.ts';
import { absoluteUrl, locate } from '../site/site.ts';
import type { JobBrowser } from './job-browser.ts';
import type { RenderedPage, RenderResult } from './rendered-page.ts';

/** Pages rendered as samples of the site, by URL. They outlive the browser. */
export type Samples = Map<string, RenderedPage>;

/** Maximum size of all samples together. */
const SAMPLES_BYTES_MAX = 16 * 2 ** 20;

/** Renders pages of a site as currently known. */
export type Rendering = Readonly<{
  /**
   * Renders a place of the site. Faults of the page are results, not errors. A page with unanswered requests to the
   * site is rendered again if the site responds to us, and fails if it does not, because its scripts would show
   * something that readers do not see. A page rendered as a sample is reused.
   * @throws OffprintError `origin-unreachable` if the site has not responded for long, `browser` if there is no browser
   *   or it does not start; the signal's reason when aborted
   */
  render: (place: string, layout?: string) => Promise<RenderResult>;
  /**
   * Renders a page as a sample of how pages like it are acquired. The result is reused when the page itself is
   * acquired.
   */
  sample: (place: string) => Promise<RenderResult>;
  /** Starts the browser in the background, once. Errors are reported to those who use it. */
  prepare: () => void;
  /** Discards all samples, because the site may have changed. */
  forgetSamples: () => void;
  /**
   * Returns the places of pages that later findings have made stale and that must be rendered again. Each is reported
   * once.
   */
  stale: () => Promise<string[]>;
  /** Waits for running comparisons, which may make pages stale. */
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
  /** Paths that do not respond although others do. */
  const silent = new Set<string>();
  /**
   * Requests the resources for which a page got no response.
   * @returns `answers` if some of them respond after all, `known` if all are known not to respond, or a message if the
   *   site is unreachable
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
      // The site responds, or does so again.
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
        // Even if only the page's requests fail, no other page is rendered three times because of these paths.
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
      // Copied, because readers may transfer the buffer.
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

/** Maximum number of attempts to render a page whose requests get no response although the site responds to us. */
const TRIES = 3;

/**
 * Types of requests whose responses shape the page. Images and fonts are excluded, because they are fetched again
 * separately.
 */
const FORMING = /^(document|script|stylesheet|fetch|xhr)$/;
/** Chromium's errors for a missing response, excluding requests or responses that it blocked. */
const NO_ANSWER =
  /ERR_(FAILED|EMPTY_RESPONSE|TIMED_OUT|CONTENT_LENGTH_MISMATCH|(CONNECTION|NETWORK|INTERNET|ADDRESS|NAME|SOCKET|SSL|PROXY|TUNNEL|HTTP2|INCOMPLETE)_\w+)$/;

/** Returns the places of the site that a page requested without getting a response. */
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

/** Drops the query, which may be unique to a page. */
function pathOf(place: string): string {
  return place.replace(/\?.*$/s, '');
}

/**
 * Requests a place with all retries.
 * @returns the error if there is no response to us either; undefined if there is
 */
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
