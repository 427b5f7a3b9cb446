import fs from 'node:fs';
import vm from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { readRange } from '../../../file-ranges.ts';
import { extractPage } from '../extract/page.ts';
import { temporaryFolder } from '../search.test-support.ts';
import { buildSearchIndex, collectSearchPages, packPage } from '../search-index.ts';
import { wordSegmenter } from '../words/segmenter.ts';
import { createSearch, type Hit } from './search.ts';
import { editDistance } from './typo-tolerance.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true });
});

type Answer = Readonly<{
  paths: string[];
  hits: readonly Hit[];
  total: number;
  isPartial: boolean;
  files: string[];
  /** Paths of all further hits. */
  rest: () => Promise<string[]>;
}>;

/** Creates a search over pages, given by path and body. Every query reads its files again. */
async function searchOver(
  pages: Readonly<Record<string, string>>,
  segment = wordSegmenter(),
): Promise<(query: string, language?: string) => Promise<Answer>> {
  const folder = temporaryFolder();
  folders.push(folder);
  const collected = collectSearchPages(folder);
  for (const [file, html] of Object.entries(pages)) collected.add(file, packPage(extractPage(html)));
  collected.close();
  const files = new Map(
    (await buildSearchIndex(folder, new AbortController().signal)).map((file) => [file.path, file] as const),
  );
  return async (query, language = 'en') => {
    const read: string[] = [];
    const load = async (name: string): Promise<unknown> => {
      read.push(name);
      let content: unknown;
      const put = (_: string, value: unknown): void => {
        content = value;
      };
      const file = files.get(`${name}.js`);
      if (!file) throw new Error(`There is no ${name}.js.`);
      const script = new TextDecoder().decode(readRange(file));
      vm.runInNewContext(script, { offprintSearch: { put } });
      return content;
    };
    const results = await createSearch(load, segment)(query, language);
    const hits = await results.more();
    const { total, isPartial } = results;
    const rest = async (): Promise<string[]> => {
      const paths: string[] = [];
      for (let more = await results.more(); more.length > 0; more = await results.more()) {
        paths.push(...more.map((hit) => hit.path));
      }
      return paths;
    };
    return { paths: hits.map((hit) => hit.path), hits, total, isPartial, files: read, rest };
  };
}

function page(title: string, text: string, lang = 'en'): string {
  return `<html lang="${lang}"><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main></html>`;
}

/** Text without any of the words searched for here. */
const FILLER = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor. '.repeat(6);

describe('a search', () => {
  it('puts a title before a heading before the text', async () => {
    const search = await searchOver({
      'text.html': page('One', `${FILLER} A cache is mentioned. ${FILLER}`),
      'heading.html': `${page('Two', FILLER)}<main><h2 id="c">Cache</h2><p>${FILLER}</p></main>`,
      'title.html': page('Cache', FILLER),
      'often.html': page('Three', `${FILLER} cache cache cache`),
    });
    const { paths } = await search('cache');
    expect(paths[0]).toBe('title.html');
    expect(paths[1]).toBe('heading.html');
    expect(paths.slice(2).sort()).toEqual(['often.html', 'text.html']);
  });

  it('puts the page whose title is sought before those whose titles have more words', async () => {
    const search = await searchOver({
      'a.html': page('Cache settings for experts', `cache settings ${FILLER}`),
      'b.html': page('Cache settings', FILLER),
      'c.html': page('All settings', `cache ${FILLER}`),
    });
    expect((await search('cache settings')).paths[0]).toBe('b.html');
    expect((await search('settings cache')).paths[0]).toBe('b.html');
  });

  it('wants all words, and says when it has only some', async () => {
    const search = await searchOver({
      'both.html': page('One', `alpha ${FILLER} beta`),
      'first.html': page('Two', `alpha ${FILLER}`),
      'second.html': page('Three', `beta gamma ${FILLER}`),
    });
    expect(await search('alpha beta')).toMatchObject({ paths: ['both.html'], total: 1, isPartial: false });
    const partial = await search('alpha gamma');
    expect(partial).toMatchObject({ isPartial: true, total: 3 });
    expect(partial.paths[0]).toBe('second.html');
    expect(await search('omega quux')).toMatchObject({ total: 0, paths: [] });
  });

  it('finds a word while it is typed, in other forms, and in spite of mistakes', async () => {
    const search = await searchOver({
      'a.html': page('One', `The configuration of ${FILLER}`),
      'b.html': page('Two', `Everything else, ${FILLER}`),
    });
    for (const query of [
      'conf',
      'configurations ',
      'configuring ',
      'confguration',
      'cofniguration',
      'xonfiguration',
      'CONFIGURATIÖN',
    ]) {
      expect((await search(query)).paths, query).toEqual(['a.html']);
    }
    expect((await search('zzz')).paths).toEqual([]);
  });

  it('takes a rare word literally although a common one has its stem', async () => {
    const pages: Record<string, string> = { 'rare.html': page('One', `It compresses ${FILLER}`) };
    for (let number = 0; number < 20; number++) {
      pages[`${number}.html`] = page(`Compression ${number}`, `compression compressed ${FILLER}`);
    }
    expect((await (await searchOver(pages))('compresses ')).paths[0]).toBe('rare.html');
  });

  it('knows identifiers, versions and languages with signs', async () => {
    const search = await searchOver({
      'a.html': page('One', `Call parseHTMLText(input) of os.path in C++. ${FILLER}`),
      'b.html': page('Two', `Since 3.11 there is user_name in C#. ${FILLER}`),
    });
    expect((await search('parseHTMLText')).paths).toEqual(['a.html']);
    expect((await search('parsehtmltext')).paths).toEqual(['a.html']);
    expect((await search('html')).paths).toEqual(['a.html']);
    expect((await search('html_text')).paths).toEqual(['a.html']);
    expect((await search('os.path')).paths).toEqual(['a.html']);
    expect((await search('c++')).paths).toEqual(['a.html']);
    expect((await search('C#')).paths).toEqual(['b.html']);
    expect((await search('3.11')).paths).toEqual(['b.html']);
    expect((await search('userName')).paths).toEqual(['b.html']);
  });

  it('finds German compounds by their parts', async () => {
    const search = await searchOver({
      'a.html': page('Eins', `Die Datenbankverbindungen der Anwendung ${FILLER}`, 'de'),
      'b.html': page('Zwei', `Eine Verbindung, eine Datenbank ${FILLER}`, 'de'),
      'c.html': page('Drei', `Der Sonderspeicherplatz ${FILLER}`, 'de'),
    });
    expect((await search('Verbindung ', 'de')).paths.sort()).toEqual(['a.html', 'b.html']);
    expect((await search('Datenbank Verbindung', 'de')).paths.sort()).toEqual(['a.html', 'b.html']);
    expect((await search('speicherplatz', 'de')).paths).toEqual(['c.html']); // its parts never occur alone
    expect((await search('datenbankverbindung', 'de')).paths).toEqual(['a.html']);
  });

  it.each([
    ['as the export takes words apart', wordSegmenter()],
    ['without taking words apart', (run: string) => [{ segment: run, index: 0 }]],
  ])('finds Chinese and Japanese, %s', async (_, segment) => {
    const search = await searchOver(
      {
        'zh.html': page('数据库连接', '本页介绍数据库连接池的配置方法。', 'zh'),
        'zh2.html': page('网络设置', '网络连接与代理。', 'zh'),
        'ja.html': page('データベース接続の設定', '接続を変更するには、設定ファイルを開きます。', 'ja'),
        'ja2.html': page('印刷', 'ベースの色を選びます。', 'ja'),
      },
      segment,
    );
    expect((await search('数据库连接', 'zh')).paths[0]).toBe('zh.html');
    expect((await search('连接池', 'zh')).paths).toEqual(['zh.html']);
    expect((await search('网', 'zh')).paths).toEqual(['zh2.html']);
    expect((await search('データベース', 'ja')).paths).toEqual(['ja.html']);
    expect((await search('設定ファイル', 'ja')).paths).toEqual(['ja.html']);
    expect((await search('ﾃﾞｰﾀ', 'ja')).paths).toEqual(['ja.html']);
  });

  it('puts pages in the reader’s language first', async () => {
    const search = await searchOver({
      'en.html': page('Docker', `Docker image ${FILLER}`, 'en'),
      'fr.html': page('Docker', `Docker image ${FILLER}`, 'fr'),
    });
    expect((await search('docker', 'fr')).paths).toEqual(['fr.html', 'en.html']);
    expect((await search('docker', 'en')).paths).toEqual(['en.html', 'fr.html']);
  });

  it('puts a page that is not translated yet behind the same in the reader’s language', async () => {
    const english = `<h1>Docker</h1><p>Docker image ${FILLER}</p>`;
    const search = await searchOver({
      'da.html': `<html lang="da"><title>Docker</title><main lang="en">${english}</main></html>`,
      'en.html': `<html lang="en"><title>Docker</title><main>${english}</main></html>`,
    });
    expect((await search('docker', 'en')).paths).toEqual(['en.html', 'da.html']);
    expect((await search('docker', 'da')).paths).toEqual(['da.html', 'en.html']);
  });

  it('finds words of other languages in a page', async () => {
    const search = await searchOver({
      'mixed.html':
        '<html lang="en"><title>Phrases</title><main><h1>Phrases</h1><p>English and <span lang="da">smørrebrød på rugbrød</span>, <span lang="ja">東京都の天気予報</span>, <span lang="ar" dir="rtl">مرحبا بالعالم</span>.</p></main></html>',
      'other.html': `<html lang="en"><title>Other</title><main><h1>Other</h1><p>${FILLER}</p></main></html>`,
    });
    for (const query of ['smørrebrød', 'smorrebrod', 'rugbrød', '天気予報', '天気', 'مرحبا'])
      expect((await search(query, 'en')).paths, query).toEqual(['mixed.html']);
  });

  it('puts listings and pages that ask not to be listed last', async () => {
    const link = '<a href="x.html">token</a> ';
    const search = await searchOver({
      'listing.html': page('Index', link.repeat(40)),
      'print.html': `<meta name="robots" content="noindex">${page('Token of all', 'token token')}`,
      'page.html': page('Page', `token ${FILLER}`),
    });
    expect((await search('token')).paths[0]).toBe('page.html');
  });

  it('leads to the section that has the words, and shows where', async () => {
    const sections = ['one', 'two', 'three'].map(
      (name) =>
        `<h2 id="${name}">Part ${name}</h2><p>${FILLER}</p>${name === 'two' ? '<p>The quick brown fox.</p>' : '<p>quick</p>'}`,
    );
    const search = await searchOver({
      'a.html': `<title>Animals</title><main><h1>Animals</h1>${sections.join('')}</main>`,
    });
    const { hits } = await search('quick fox');
    const [section] = hits[0]?.sections ?? [];
    expect(section?.anchor).toBe('two');
    expect(section?.text.filter((_, index) => index % 2 === 1)).toEqual(['quick', 'fox']);
    expect(section?.text.join('')).toContain('The quick brown fox.');
  });

  it('leads to the heading that is what was typed before one with another form of it', async () => {
    const search = await searchOver({
      'a.html': `<title>Module</title><main><h1>Module</h1><h2 id="dump">dump</h2><p>dump ${FILLER}</p><h2 id="dumps">dumps</h2><p>${FILLER}</p></main>`,
    });
    for (const query of ['dump', 'dumps']) {
      expect((await search(query)).hits[0]?.sections[0]?.anchor).toBe(query);
    }
  });

  it('prefers words that stand side by side', async () => {
    const search = await searchOver({
      'apart.html': page('One', `access ${FILLER} ${FILLER} control`),
      'together.html': page('Two', `${FILLER} ${FILLER} access control`),
    });
    expect((await search('access control')).paths).toEqual(['together.html', 'apart.html']);
  });

  it('gives further pages when asked, each once', async () => {
    const pages: Record<string, string> = {};
    for (let number = 0; number < 20; number++)
      pages[`${number}.html`] = page(`Page ${number}`, `needle number ${number} ${FILLER}`);
    const { total, paths, rest } = await (await searchOver(pages))('needle');
    expect(total).toBe(20);
    expect(paths.length).toBeLessThan(20);
    expect([...paths, ...(await rest())].sort()).toEqual(Object.keys(pages).sort());
  });

  it('reads no more files of words than it needs', async () => {
    const pages: Record<string, string> = {};
    for (let number = 0; number < 50; number++)
      pages[`${number}.html`] = page(`Page ${number}`, `the ordinary text ${FILLER}`);
    pages['rare.html'] = page('Rare', `the extraordinary zymurgy of ordinary text ${FILLER}`);
    const { paths, files } = await (await searchOver(pages))('the zymurgy of ordinary text');
    expect(paths).toEqual(['rare.html']);
    expect(files.filter((file) => file.startsWith('terms'))).toHaveLength(1);
  });

  it('asks for nothing when nothing is asked', async () => {
    const search = await searchOver({ 'a.html': page('One', FILLER) });
    expect(await search('  ,  ')).toMatchObject({ total: 0, paths: [] });
  });

  it('works on an empty site', async () => {
    const search = await searchOver({});
    expect(await search('anything')).toMatchObject({ total: 0, paths: [] });
  });
});

it.each([
  ['config', 'config', 2, false, 0],
  ['confg', 'config', 2, false, 1],
  ['cofnig', 'config', 2, false, 1],
  ['konfik', 'config', 2, false, 2],
  ['abc', 'xyz', 2, false, 3],
  ['confg', 'configuration', 1, true, 1],
  ['', 'a', 1, false, 1],
])('the distance from %s to %s, up to %i', (word, other, max, isBeginning, distance) => {
  expect(editDistance(word, other, max, isBeginning)).toBe(distance);
});
