import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../store/database.ts';
import { layoutsOf } from '../../store/layouts.ts';
import { putObject } from '../../store/objects.ts';
import { makeJob, type NewJob } from '../job/job.test-support.ts';
import type { Fetched } from '../origin/http/fetched.ts';
import type { RenderedPage, RenderResult } from '../render/rendered-page.ts';
import { byHash, openLayouts } from './layouts.ts';
import type { ClickTurn, Tried } from './offline-check.ts';

/** Enough for seven samples. */
const PAGES = 800;
const HTML = Buffer.from(
  '<!doctype html><title>A</title><p>Text of a page.</p><script src="/a.js"></script>',
);
const OTHER = Buffer.from(
  '<!doctype html><title>A</title><p>Text of a page.</p><p>More that scripts fetch.</p>',
);

let made: NewJob;
/** In the order in which they are compared. */
let samples: string[];
beforeEach(() => {
  made = makeJob();
  const { data, store, frontier } = made;
  const object = putObject(data, HTML);
  const urls = Array.from({ length: PAGES }, (_, index) => `/${index}.html`);
  transact(store, () => {
    for (const url of urls) {
      frontier.add({ url, required: false, depth: 0, referrer: '/' });
      const page = { kind: 'page', contentType: 'text/html', layout: 'docs', isScripted: true } as const;
      frontier.finish(url, {
        status: 'done',
        ...page,
        object,
        sizeBytes: HTML.length,
        renderMode: 'fetched',
      });
    }
  });
  samples = byHash(urls).slice(0, 7);
});
afterEach(() => made.remove());

/**
 * @param show renders a page
 * @param fault outcome of the offline check
 */
async function classified(
  show: (place: string) => Promise<RenderResult>,
  fault: (pages: readonly Tried[], turn: ClickTurn) => Promise<string | undefined>,
  skipReason: (path: string) => string | undefined = () => 'none',
  fetch?: (path: string) => Promise<Pick<Fetched, 'status' | 'body'>>,
): Promise<{ layout: string | undefined; tried: string[][] }> {
  const { data: dataFolder, store, job, frontier } = made;
  const tried: string[][] = [];
  const layouts = openLayouts({
    dataFolder,
    store,
    job,
    frontier,
    signal: new AbortController().signal,
    source: {
      site: { origin: 'https://docs.localhost', hosts: new Set(['docs.localhost']) },
      scope: { skipReason },
      fetch,
    } as never,
    rendering: { sample: show, render: show } as never,
    onTested: () => {},
    offlineCheck: {
      fault: (pages, turn = {}) => {
        tried.push(pages.map(({ place }) => place));
        return fault(pages, turn);
      },
    },
  });
  await layouts.classify();
  const [layout] = layoutsOf(store, job.id);
  return { layout: layout && `${layout.renderMode}: ${layout.reason}`, tried };
}

function shown(place: string, html = HTML): RenderedPage {
  const url = `https://docs.localhost${place}`;
  return {
    outcome: 'rendered',
    url,
    finalUrl: url,
    status: 200,
    html,
    title: 'A',
    text: 'Text of a page.',
    links: [],
    assets: [],
    definedElements: [],
    isInteractive: false,
    selected: [],
    notes: [],
    consoleErrors: [],
    durationMs: 1,
  };
}

function failed(place: string): RenderResult {
  const message = 'no answer';
  return { outcome: 'failed', reason: 'unreachable', message, url: place, attempts: 1, durationMs: 1 };
}

const FINE = 'fetched: Scripts do not add any content. 7 of 800 pages compared.';

it('layouts choose what they click one after the other, and click at the same time', async () => {
  const { data, store, frontier } = made;
  const object = putObject(data, HTML);
  // The largest first.
  transact(store, () => {
    for (const [layout, pages] of Object.entries({ second: 700, third: 600 }))
      for (let index = 0; index < pages; index++) {
        const url = `/${layout}/${index}.html`;
        frontier.add({ url, required: false, depth: 0, referrer: '/' });
        const page = { kind: 'page', contentType: 'text/html', layout, isScripted: true } as const;
        frontier.finish(url, {
          status: 'done',
          ...page,
          object,
          sizeBytes: HTML.length,
          renderMode: 'fetched',
        });
      }
  });
  const log: string[] = [];
  const allHaveChosen = Promise.withResolvers<void>();
  const fault = async (pages: readonly Tried[], turn: ClickTurn): Promise<undefined> => {
    const layout = pages[0]?.place.split('/').at(-2) || 'first';
    await turn.chosenBefore;
    log.push(`${layout} chooses`);
    turn.onChosen?.();
    if (log.length === 3) allHaveChosen.resolve();
    await allHaveChosen.promise;
    await turn.endedBefore;
    log.push(`${layout} ends`);
    return undefined;
  };
  await classified(async (place) => shown(place), fault);
  const each = ['first', 'second', 'third'];
  expect(log).toEqual([...each.map((one) => `${one} chooses`), ...each.map((one) => `${one} ends`)]);
}, 30_000);

describe('the first pages of a layout are tried with their scripts', () => {
  it('while further ones are compared', async () => {
    const check = Promise.withResolvers<void>();
    const show = async (place: string) => {
      if (!samples.slice(0, 3).includes(place)) await check.promise;
      return shown(place);
    };
    const { layout, tried } = await classified(show, async () => {
      check.resolve();
      return undefined;
    });
    expect(layout).toBe(FINE);
    expect(tried).toEqual([samples.slice(0, 3)]);
  });

  it('and what that shows counts', async () => {
    const { layout } = await classified(
      async (place) => shown(place),
      async () => 'show nothing.',
    );
    expect(layout).toBe("rendered: The page's scripts show nothing. 7 of 800 pages compared.");
  });

  it('which counts no more when a further page has to be made by a browser', async () => {
    const asset = { url: 'https://docs.localhost/more.json', type: 'fetch', status: 200 };
    const { layout } = await classified(
      async (place) => {
        const page = shown(place, place === samples[6] ? OTHER : HTML);
        return place === samples[6] ? { ...page, assets: [asset] } : page;
      },
      async () => undefined,
    );
    expect(layout).toMatch(/^rendered: .*7 of 800 pages compared\.$/);
  });

  it('once more when the browser was lost, as a further page may have caused', async () => {
    let times = 0;
    const { layout, tried } = await classified(
      async (place) => shown(place),
      async () => {
        if (++times === 1) throw new Error('the browser is gone');
        return undefined;
      },
    );
    expect(layout).toBe(FINE);
    expect(tried).toEqual([samples.slice(0, 3), samples.slice(0, 3)]);
  });

  it('later when one of them cannot be shown', async () => {
    const { layout, tried } = await classified(
      async (place) => (place === samples[1] ? failed(place) : shown(place)),
      async () => undefined,
    );
    expect(layout).toBe(FINE);
    expect(tried).toEqual([[samples[0], samples[2], samples[3]]]);
  });

  it('and have been when the judging fails over a further one', async () => {
    let hasEnded = false;
    const judging = classified(
      async (place) => {
        if (place === samples[5]) throw new Error('the origin is gone');
        return shown(place);
      },
      async () => {
        await setTimeout(50);
        hasEnded = true;
        return undefined;
      },
    );
    await expect(judging).rejects.toThrow('the origin is gone');
    expect(hasEnded).toBe(true);
  });
});

describe('a page that scripts draw from what they fetch', () => {
  const ASSET = { url: 'https://docs.localhost/api.json', type: 'fetch', status: 200 };
  const drawn = async (document: string): Promise<string | undefined> => {
    const { data, frontier } = made;
    const [kind, contentType] = ['asset', 'application/json'] as const;
    frontier.add({ url: '/api.json', required: false, depth: 0, referrer: '/' });
    const object = putObject(data, Buffer.from(document));
    frontier.finish('/api.json', { status: 'done', kind, contentType, object, sizeBytes: document.length });
    const show = async (place: string) => ({ ...shown(place, OTHER), assets: [ASSET] });
    const isCarried = (place: string): string | undefined => (place === '/api.json' ? undefined : 'none');
    const { layout } = await classified(show, async () => undefined, isCarried);
    return layout;
  };
  const kept = () => {
    const { documents } = made.frontier.find(samples[0] ?? '') ?? {};
    return { documents, sections: made.frontier.drawnText(samples[0] ?? '')?.sections };
  };

  it('keeps them and carries it where it describes an API, and the search knows what they draw', async () => {
    expect(await drawn('{"info":{},"openapi":"3.1.0"}')).toMatch(
      /^fetched: .* They only need the page's own files and documents in the bundle\./,
    );
    expect(kept().documents).toBe('/api.json');
    expect(kept().sections).toContain('More that scripts fetch.');
  });

  it('has the description of an API queued that only scripts lead to, however short it is', async () => {
    const show = async (place: string) => ({ ...shown(place, OTHER), assets: [ASSET] });
    const isCarried = (place: string): string | undefined => (place === '/api.json' ? undefined : 'none');
    const fetch = async () => ({ status: 200, body: Buffer.from('{"openapi":"3.1.0"}') });
    const { layout } = await classified(show, async () => undefined, isCarried, fetch);
    expect(layout).toBeUndefined();
    expect(made.frontier.find('/api.json')?.status).toBe('queued');
  });

  it('is made by a browser where it is anything else', async () => {
    expect(await drawn('{"pages":["openapi"]}')).toMatch(/^rendered: .* They request .*api\.json\./);
    expect(kept()).toEqual({ documents: null, sections: undefined });
  });
});
