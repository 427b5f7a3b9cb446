import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstOf, isFullRun } from '../../../test/stand-ins/full.ts';
import { descendantsOf } from '../chromium/process-tree.ts';
import { processMemory } from './process-memory.ts';
import {
  browsers,
  failed,
  noteKinds,
  openTestPool,
  rendered,
  sendHtml,
  startSite,
  type TestSite,
} from './render.test-support.ts';

const MiB = 2 ** 20;
/** Holds this much memory for a second, then releases it. */
const holding = (bytes: number): string => `<p id="p">p</p><script>
  const kept = []; for (let left = ${bytes}; left > 0; left -= ${50 * MiB}) kept.push(new Uint8Array(${50 * MiB}).fill(1));
  setTimeout(() => { kept.length = 0; p.textContent = 'let go'; }, 1_000)</script>`;

/** Pages by their behaviour on the first visit; later visits are harmless. */
const bad: Record<string, string> = {
  hangs: '<p>p<script>for (;;);</script>',
  crashes: `<body><script>let at = document.body; for (let i = 0; i < 30000; i++) { const b = document.createElement('b'); at.append(b); at = b; }</script>`,
  fills: `<p id="p">p</p><script>const kept = []; setInterval(() => { p.textContent = kept.length; kept.push(new Uint8Array(5e7).fill(1)); })</script>`,
};
const asked = new Map<string, number>();

let site: TestSite;
beforeAll(async () => {
  const firstBad = Object.entries(bad).map(([name, html]) => [
    `/${name}-once`,
    (_request: unknown, response: Parameters<typeof sendHtml>[0]) => {
      const times = (asked.get(name) ?? 0) + 1;
      asked.set(name, times);
      sendHtml(response, times === 1 ? html : `<p>${name} no more`);
    },
  ]);
  site = await startSite({
    '/page': '<p>a page',
    '/slow': (_request, response) => {
      setTimeout(() => sendHtml(response, '<p>slow'), 300);
    },
    '/holds': holding(250 * MiB),
    '/holds-more': holding(600 * MiB),
    '/stop-browser': () => stopBrowsers(),
    '/stop-browser-once': (_request, response) => {
      if (asked.has('stop')) return sendHtml(response, '<p>answers');
      asked.set('stop', 1);
      stopBrowsers();
    },
    ...Object.fromEntries(firstBad),
  });
});
afterAll(() => site?.close());

/** Suspends all browsers, so that they neither respond nor exit. */
function stopBrowsers(): void {
  for (const pid of browsers()) process.kill(pid, 'SIGSTOP');
}

/** Private memory of all browser processes, in bytes. */
function browserMemory(): number {
  const processes = browsers().flatMap((pid) => [pid, ...descendantsOf(pid)]);
  return processes.reduce((sum, pid) => sum + (processMemory(pid)?.privateBytes ?? 0), 0);
}

describe.runIf(process.platform === 'linux')('a browser that hangs is ended', () => {
  const timeouts = { loadMs: 2_000, pageMs: 5_000 };

  test.runIf(isFullRun)('and the pages that it had are tried again', async () => {
    const pool = openTestPool(site, { tabs: 3, timeouts });
    try {
      const names = ['slow', 'slow?2', 'stop-browser-once', 'page', 'page?2'];
      const results = await Promise.all(names.map((name) => pool.render(`${site.origin}/${name}`)));
      expect(results.map((result) => rendered(result).text)).toEqual([
        'slow',
        'slow',
        'answers',
        'a page',
        'a page',
      ]);
      expect(pool.stats().triedAgain).toBeGreaterThanOrEqual(1);
      for (const { durationMs } of results) expect(durationMs).toBeLessThan(6 * timeouts.pageMs);
    } finally {
      await pool.close();
    }
    expect(browsers()).toEqual([]);
  });

  test.runIf(isFullRun)('and a page that hangs each of them is given up', async () => {
    const pool = openTestPool(site, { tabs: 2, timeouts });
    try {
      const failure = failed(await pool.render(`${site.origin}/stop-browser`));
      expect(failure).toMatchObject({ reason: 'browser-hung', attempts: 2 });
      expect(failure.durationMs).toBeLessThan(6 * timeouts.pageMs);
      expect(rendered(await pool.render(`${site.origin}/page`)).text).toBe('a page');
    } finally {
      await pool.close();
    }
    expect(browsers()).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('a browser that eats memory', () => {
  test.runIf(isFullRun)('is replaced when its pages are done', async () => {
    const pool = openTestPool(site, { tabs: 1 });
    rendered(await pool.render(`${site.origin}/page`));
    const usual = browserMemory();
    await pool.close();

    const limited = openTestPool(site, { tabs: 1, limits: { browserBytes: usual + 150 * MiB } });
    try {
      rendered(await limited.render(`${site.origin}/page`));
      rendered(await limited.render(`${site.origin}/page?2`));
      expect(limited.stats()).toMatchObject({ browsers: 1, tabs: 1 });
      rendered(await limited.render(`${site.origin}/holds`));
      rendered(await limited.render(`${site.origin}/page?3`));
      expect(limited.stats()).toMatchObject({ browsers: 2, pages: 4, failed: 0, triedAgain: 0 });
      await expect.poll(browsers).toHaveLength(1);
    } finally {
      await limited.close();
    }
  });

  test.runIf(isFullRun)(
    'beyond all bounds is ended at once, and the page that does it given up',
    async () => {
      const loadMs = 10_000;
      const limits = { browserBytes: 200 * MiB };
      const pool = openTestPool(site, { tabs: 1, limits, timeouts: { loadMs } });
      try {
        const failure = failed(await pool.render(`${site.origin}/holds-more`));
        expect(failure).toMatchObject({ reason: 'browser-lost', attempts: 4 });
        expect(failure.durationMs).toBeLessThan(loadMs); // does not wait for the page's timeout
        expect(rendered(await pool.render(`${site.origin}/page`)).text).toBe('a page');
      } finally {
        await pool.close();
      }
    },
  );
});

describe('a tab', () => {
  test.runIf(isFullRun)('that keeps too much of its pages is replaced', async () => {
    const pool = openTestPool(site, { tabs: 1, limits: { tabKeptBytes: 1 } });
    try {
      for (const number of [1, 2, 3]) rendered(await pool.render(`${site.origin}/page?${number}`));
      expect(pool.stats()).toMatchObject({ tabs: 3, browsers: 1, triedAgain: 0 });
    } finally {
      await pool.close();
    }
  });

  test.for(firstOf(1, ['crashes', 'fills', 'hangs']))(
    'that a page %s is replaced, and the page taken at the second attempt',
    async (name) => {
      const timeouts = { loadMs: 2_000, pageMs: 5_000 };
      const pool = openTestPool(site, { tabs: 1, timeouts, limits: { tabBytes: 400 * MiB } });
      try {
        const page = rendered(await pool.render(`${site.origin}/${name}-once`));
        expect(page.text).toBe(`${name} no more`);
        // A crash may have an outside cause.
        expect(noteKinds(page)).toEqual(name === 'crashes' ? [] : ['second-attempt']);
        expect(pool.stats()).toMatchObject({ pages: 1, failed: 0, tabs: 2, browsers: 1 });
      } finally {
        await pool.close();
      }
    },
  );
});
