import { expect, it } from 'vitest';
import { page } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { startOrigin } from '../stand-ins/live-origin.ts';
import { openLiveLab } from './live-job.ts';
import { readBundle } from './reader.ts';

/**
 * Like VitePress: a style sheet that is also a preload, a font for a page of another origin, a theme that applies at
 * once.
 */
const HEAD = `<script id="theme">document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'loud'</script>
<link rel="preload stylesheet" href="/assets/style.css" as="style">
<link rel="preload" href="/assets/inter.woff2" as="font" type="font/woff2" crossorigin="">`;
// Text that a browser shows in capitals is also in capitals in its innerText.
const STYLE = `@font-face { font-family: Inter; src: url(inter.woff2) format('woff2') }
h1 { text-transform: uppercase } [data-theme=loud] p { text-transform: uppercase }`;

it.runIf(isFullRun).each(['auto', 'always'] as const)(
  'what the heads of pages load is there from a file, and in effect (render: %s)',
  async (render) => {
    const withHead = (title: string, body: string): string =>
      page(title, body).replace('<title>', `${HEAD}<title>`);
    const origin = await startOrigin({
      '/': withHead('Start', '<p>quiet words</p><a href="/guide/">guide</a>'),
      '/guide/': withHead('Guide', '<p>more of them</p>'),
      '/assets/style.css': STYLE,
      '/assets/inter.woff2': Buffer.from('a font'),
    });
    const lab = await openLiveLab();
    const { job, paths } = await lab.exported({ url: `${origin.address}/` }, { render });
    expect(paths).toEqual(expect.arrayContaining(['assets/inter.woff2', 'assets/style.css']));
    const { pages, failed } = await readBundle(lab.bundleOf(job).archive);
    expect(failed).toEqual([]);
    expect(pages.map(({ file }) => file)).toEqual(['index.html', 'guide/index.html']);
    expect(pages.map(({ scripts }) => scripts)).toEqual(render === 'auto' ? [1, 1] : [0, 0]);
    expect(pages[0]?.text).toContain('START');
    expect(pages[0]?.text).toContain('QUIET WORDS');
    expect(pages[1]?.text).toContain('MORE OF THEM');
  },
);
