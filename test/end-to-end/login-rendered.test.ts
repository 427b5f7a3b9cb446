import { describe, expect, it } from 'vitest';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { type Place, startOrigin } from '../stand-ins/live-origin.ts';
import { openLiveLab } from './live-job.ts';
import { readBundle } from './reader.ts';

const COUNT = 7;
const names = Array.from({ length: COUNT }, (_, index) => `part-${String(index).padStart(2, '0')}`);
const FORM = '<h1>Welcome back</h1><form><input name="p" type="password"></form>';

const files = ['index.html', ...names.map((name) => `${name}.html`)].sort();

/** Ways in which a client-side router asks for a login. */
const WAYS = ['by an address', 'by a route in the fragment', 'in the place of each page'] as const;
type Way = (typeof WAYS)[number];

/**
 * A site whose pages are rendered in the browser from responses of its API to a logged-in user. It sends the same shell
 * for every address.
 */
const app = (way: Way): string => `
  const inFragment = ${way === 'by a route in the fragment'};
  const place = inFragment ? location.hash.slice(2) : location.pathname.slice(1);
  const at = document.querySelector('#app');
  const form = () => { at.innerHTML = '${FORM}'; };
  const ask = async () => {
    if (/^login/.test(place)) return form();
    const answer = await fetch('/api/' + (place || 'start'));
    if (answer.ok) { at.innerHTML = await answer.text(); return; }
    if (${way === 'in the place of each page'}) return form();
    location.replace((inFragment ? '/#/' : '/') + 'login?next=' + place);
    if (inFragment) location.reload();
  };
  addEventListener('hashchange', () => location.reload());
  ask();`;

/** @param isIn whether the user is logged in, called once for each API request */
function appPlaces(way: Way, isIn: () => boolean): (url: string) => Place | undefined {
  const prefix = way === 'by a route in the fragment' ? '/#/' : '/';
  const menu = names.map((name) => `<a href="${prefix}${name}">${name}</a>`).join(' ');
  return (url) => {
    if (url === '/robots.txt' || url === '/sitemap.xml') return undefined;
    if (url === '/app.js') return { headers: { 'content-type': 'text/javascript' }, body: app(way) };
    const asked = /^\/api\/([\w-]+)$/.exec(url)?.[1];
    if (asked === undefined) return SHELL;
    if (!isIn()) return { status: 401, body: 'who is there?' };
    return `<h1>${asked}</h1><p>Only ${asked} says that the tide comes at ${asked} past noon.</p>${menu}`;
  };
}

const SHELL = '<!doctype html><title>Tides</title><div id="app">Loading</div><script src="/app.js"></script>';

describe('a client-rendered site that asks for a login', () => {
  it.each(firstOf(1, WAYS))(
    'under way, %s, makes the job wait, and what was shown so is asked for again',
    async (way) => {
      let answers = 0;
      const origin = await startOrigin(appPlaces(way, () => answers++ < 3));
      const lab = await openLiveLab();
      const job = await lab.newJob({ url: `${origin.address}/` }, { concurrency: 2 });
      const waiting = await lab.run(job);
      expect(waiting).toMatchObject({ status: 'queued', paused: true });
      expect(waiting.pauseReason).toContain('then resume the job');

      origin.serve(appPlaces(way, () => true));
      await lab.host.command('resumeJob', job.id);
      const ended = await lab.run(job);
      expect(ended).toMatchObject({ status: 'completed', missingCount: 0, pageCount: COUNT + 1 });
      const { archive } = lab.bundleOf(ended);
      const { pages } = await readBundle(archive);
      expect(pages.map(({ file }) => file).sort()).toEqual(files);
      for (const { text } of pages) expect(text).not.toContain('Welcome back');
    },
  );

  it.runIf(isFullRun).each(WAYS)(
    'from the start, %s, makes the job wait instead of being exported itself',
    async (way) => {
      const origin = await startOrigin(appPlaces(way, () => false));
      const lab = await openLiveLab();
      const job = await lab.newJob({ url: `${origin.address}/` });
      const waiting = await lab.run(job);
      expect(waiting).toMatchObject({ status: 'queued', paused: true });
    },
  );
});
