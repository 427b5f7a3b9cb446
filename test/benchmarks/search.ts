import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { unpackArchive } from '../../server/bundles/read.ts';
import {
  launchBrowser,
  openReader,
  pagesBelow,
  type Reader,
} from '../../server/exports/search/search.test-support.ts';
import { extractPage, SEARCH_FOLDER } from '../../server/exports/search/search-index.ts';
import { makeProseSite, type ProsePage } from './prose-site.ts';

/**
 * `npm run bench:search [-- --pages 1000]`: exports a site of prose in five languages and searches the bundle from
 * `file://` in a browser. Measures what a first query loads, the time to results, the size of the index, whether
 * titles, rare words and misspelled words are found, and what changes when one page changes. Fails when a target is
 * missed.
 */
const { values } = parseArgs({ options: { pages: { type: 'string', default: '1000' } } });

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-search-bench-'));
const rows: string[][] = [];
const row = (what: string, value: string, limit: string, holds: boolean): void => {
  rows.push([what, value, limit, holds ? 'yes' : 'NO']);
  if (!holds) process.exitCode = 1;
};

try {
  const site = path.join(work, 'site');
  const pages = makeProseSite(site, Number(values.pages));
  const bundle = await exported(site, 'first');
  measureSizes(site, bundle);
  const browser = await launchBrowser();
  try {
    await measureFirstQueries(await freshReaders(bundle), pages);
    const reader = await openReader(browser, bundle);
    await reader.goto('index.html');
    await reader.open();
    await measureFinding(reader, pages);
    await measureTyping(reader, pages);
    row('faults in the page', String(reader.faults.length), '0', reader.faults.length === 0);

    async function freshReaders(folder: string): Promise<() => Promise<Reader>> {
      return async () => {
        const fresh = await openReader(browser, folder);
        await fresh.goto('index.html');
        await fresh.open();
        return fresh;
      };
    }
  } finally {
    await browser.close();
  }
  await measureChange(site, bundle, pages);
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
const lines = [['what', 'measured', 'limit', 'holds'], ['---', '---', '---', '---'], ...rows];
process.stdout.write(
  `${values.pages} pages from file://, ${os.availableParallelism()} processors\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`,
);

/** Exports a folder and unpacks the bundle. */
async function exported(site: string, name: string): Promise<string> {
  const archive = path.join(work, `${name}.zip`);
  const main = fileURLToPath(new URL('../../server/cli/main.js', import.meta.url));
  const started = performance.now();
  const args = [
    main,
    'export',
    site,
    '--data',
    path.join(work, 'data'),
    '--out',
    archive,
    '--sample-max',
    '0',
  ];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  row(`export (${name})`, `${((performance.now() - started) / 1000).toFixed(1)} s`, '', true);
  const folder = path.join(work, name);
  await unpackArchive(archive, folder, new AbortController().signal);
  return folder;
}

function measureSizes(site: string, bundle: string): void {
  let textBytes = 0;
  for (const file of pagesBelow(site)) {
    const { sections } = extractPage(fs.readFileSync(path.join(site, file), 'utf8'));
    for (const { heading, blocks } of sections) {
      textBytes += Buffer.byteLength([heading, ...blocks.map((block) => block.text)].join('\n'));
    }
  }
  const gzipped = (isMeant: (name: string) => boolean): number =>
    searchFiles(bundle)
      .filter(isMeant)
      .reduce(
        (sum, name) => sum + gzipSync(fs.readFileSync(path.join(bundle, SEARCH_FOLDER, name))).length,
        0,
      );
  const share = (bytes: number): string => `${((bytes / textBytes) * 100).toFixed(1)} %`;
  const words = gzipped((name) => /^(terms|units|start)/.test(name));
  const texts = gzipped((name) => name.startsWith('text/'));
  const engine = gzipped((name) => name === 'engine.js');
  row('visible text', `${(textBytes / 1e6).toFixed(2)} MB`, '', true);
  row('vocabulary and postings, gzipped', share(words), '10 %', words <= textBytes * 0.1);
  row('snippets, gzipped', share(texts), '60 %', texts <= textBytes * 0.6);
  row('engine, gzipped', `${engine} bytes`, '12,288', engine <= 12_288);
  row('files of the search', String(searchFiles(bundle).length), '', true);
}

async function measureFirstQueries(fresh: () => Promise<Reader>, pages: readonly ProsePage[]): Promise<void> {
  const queries = spread(pages, 5).flatMap((page) => [page.title, page.rareWords[0] ?? '', mistyped(page)]);
  const loaded: number[] = [];
  for (const query of queries) {
    const reader = await fresh();
    await reader.search(query);
    loaded.push([...reader.loaded.values()].reduce((sum, bytes) => sum + bytes, 0));
    await reader.page.close();
  }
  const most = Math.max(...loaded);
  row(`loaded for a first query, most of ${queries.length}`, kilobytes(most), '300 kB', most <= 300_000);
  row('loaded for a first query, median', kilobytes(median(loaded)), '', true);
}

async function measureFinding(reader: Reader, pages: readonly ProsePage[]): Promise<void> {
  const found = async (
    queries: readonly (readonly [string, ProsePage])[],
    first: number,
  ): Promise<number> => {
    let count = 0;
    for (const [query, page] of queries) {
      const hits = (await reader.search(query)).slice(0, first);
      const isFound = hits.some((hit) =>
        decodeURIComponent(new URL(hit.href).pathname).endsWith(`/${page.path}`),
      );
      if (isFound) count++;
      else process.stderr.write(`not found: ${query} (${page.path})\n`);
    }
    return count;
  };
  const titles = await found(
    spread(pages, 50).map((page) => [page.title, page]),
    3,
  );
  row('titles among the first three hits', `${titles} of 50`, '50', titles === 50);
  const rare = await found(
    spread(pages.slice(1), 20).map((page) => [page.rareWords[1] ?? '', page]),
    6,
  );
  row('rare words of the text', `${rare} of 20`, '19', rare >= 19);
  const latin = pages.slice(2).filter((page) => !/zh|ja/.test(page.language));
  const wrong = await found(
    spread(latin, 20).map((page) => [mistyped(page), page]),
    6,
  );
  row('rare words with a typing mistake', `${wrong} of 20`, '', true);
}

/** Types a word letter by letter with the index files already loaded, and measures from each key to the results. */
async function measureTyping(reader: Reader, pages: readonly ProsePage[]): Promise<void> {
  const times: number[] = [];
  for (const page of spread(pages.slice(3), 10)) {
    await reader.search(page.title);
    for (let length = 1; length <= page.title.length; length++) {
      times.push(await reader.timed(page.title.slice(0, length)));
    }
  }
  const slowest = Math.max(...times);
  row(
    `from a key to its hits, slowest of ${times.length}`,
    `${slowest.toFixed(0)} ms`,
    '200 ms',
    slowest < 200,
  );
  row('from a key to its hits, median', `${median(times).toFixed(0)} ms`, '', true);
}

/** Gives one page another title, a new section and new words. */
async function measureChange(site: string, before: string, pages: readonly ProsePage[]): Promise<void> {
  const page = pages[Math.floor(pages.length / 2)];
  const file = path.join(site, page?.path ?? '');
  const html = fs.readFileSync(file, 'utf8');
  const more =
    'Entirely xylophonic zebras, quokkas and wombats juggle bright umbrellas over flooded jetties.';
  fs.writeFileSync(
    file,
    html
      .replace(/(<title>)[^<]*/, '$1Changed now')
      .replace('</main>', `<h2 id="new">Novelty</h2><p>${more}</p></main>`),
  );
  const after = await exported(site, 'second');
  const all = new Set([...searchFiles(before), ...searchFiles(after)]);
  const read = (bundle: string, name: string): string => {
    const place = path.join(bundle, SEARCH_FOLDER, name);
    return fs.existsSync(place) ? fs.readFileSync(place, 'latin1') : '';
  };
  const changed = [...all].filter((name) => read(before, name) !== read(after, name));
  row('files of the search that one changed page changes', String(changed.length), '8', changed.length <= 8);
}

function searchFiles(bundle: string): string[] {
  const folder = path.join(bundle, SEARCH_FOLDER);
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** Picks evenly spaced items. */
function spread<T>(items: readonly T[], count: number): T[] {
  const step = items.length / count;
  return Array.from({ length: count }, (_, index) => items[Math.floor(index * step)] as T);
}

/** A rare word with two neighbouring letters swapped. */
function mistyped({ rareWords: [, , word = ''] }: ProsePage): string {
  const at = Math.floor(word.length / 2);
  return word.slice(0, at - 1) + (word[at] ?? '') + (word[at - 1] ?? '') + word.slice(at + 1);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
