import { describe, expect, it } from 'vitest';
import { page, unpacked } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';
import { type Places, startOrigin } from '../stand-ins/live-origin.ts';
import { openLiveLab } from './live-job.ts';
import { readBundle } from './reader.ts';

async function exported(places: Places, settings = {}) {
  const { address } = await startOrigin(places);
  const lab = await openLiveLab();
  const { job, paths, report } = await lab.exported({ url: `${address}/` }, settings);
  const { archive } = lab.bundleOf(job);
  const files = await unpacked(archive);
  return { paths, report, archive, text: (file: string): string => files.get(file)?.toString() ?? '' };
}

const xhtml = (title: string): string => `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>${title}</title><script src="/a.js"/></head>
<body><div class="clear"/><h1>${title}</h1><textarea rows="1" cols="2"/><p id="after">After the empty elements</p><a href="/">Home</a></body></html>`;

describe('pages that are XHTML', () => {
  it.runIf(isFullRun)('are read as such from a file', async () => {
    const headers = { 'content-type': 'application/xhtml+xml; charset=utf-8' };
    const { paths, archive } = await exported({
      '/': page('Start', '<a href="/guide">Guide</a> <a href="/ref.html">Ref</a> <a href="/part/">Part</a>'),
      '/guide': { headers, body: xhtml('Guide') },
      '/ref.html': { headers, body: xhtml('Reference') },
      '/part/': { headers, body: xhtml('Part') },
      '/a.js': 'document.documentElement.setAttribute("data-ran", "1")',
    });
    expect(paths).toEqual(['a.js', 'guide.xhtml', 'index.html', 'part/index.xhtml', 'ref.xhtml']);
    const { pages } = await readBundle(archive);
    for (const { file, text } of pages.filter(({ file }) => file.endsWith('.xhtml')))
      expect(`${file} ${text}`).toContain('After the empty elements');
    expect(pages).toHaveLength(4);
  });

  it('may be the first', async () => {
    const headers = { 'content-type': 'application/xhtml+xml' };
    const { paths, text } = await exported({ '/': { headers, body: xhtml('Start') }, '/a.js': '' });
    expect(paths).toEqual(['a.js', 'index.html', 'index.xhtml']);
    expect(text('index.html')).toContain('url=index.xhtml');
  });
});

describe('what headers of an answer say', () => {
  it('leads on where they refresh to another page', async () => {
    const moved = (refresh: string) => ({ headers: { refresh }, body: page('Moved') });
    const { paths, text } = await exported({
      '/': page('Start', '<a href="/old">1</a><a href="/later">2</a><a href="/reload">3</a>'),
      '/old': moved('0; url=/new#part'),
      '/later': moved('1800;url=/new'),
      '/reload': moved('5'),
      '/new': page('New'),
    });
    expect(paths).toEqual(['index.html', 'later.html', 'new.html', 'old.html', 'reload.html']);
    expect(text('index.html')).toContain('<a href="new.html">1</a><a href="later.html">2</a>');
    expect(text('later.html')).toContain('<h1>Moved</h1>');
  });

  it('names what is downloaded', async () => {
    const file = (disposition: string) => ({
      headers: { 'content-type': 'application/pdf', 'content-disposition': disposition },
      body: disposition,
    });
    const places = {
      '/': page('Start', '<a href="/get?id=1">1</a><a href="/get?id=2">2</a>'),
      '/get?id=1': file('attachment; filename="user manual.pdf"'),
      '/get?id=2': file("attachment; filename*=UTF-8''caf%C3%A9.pdf"),
    };
    const { paths, text } = await exported(places);
    expect(paths).toEqual(['café.pdf', 'index.html', 'user manual.pdf']);
    expect(text('index.html')).toContain('<a href="user%20manual.pdf">1</a>');
  });
});
