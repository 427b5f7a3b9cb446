import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MadeSite, makeSite } from '../../docs-site/site.test-support.ts';
import { launchBrowser, temporaryFolder } from '../search/search.test-support.ts';

const FILES = {
  'a.mdx': `import { Counter, Later, Fails, Breaks } from '/snippets/parts.jsx';
import { twice } from '/snippets/twice';

<Counter start={3} label={<em>all</em>} />

<Later title="more">
  Kept **text**
</Later>

<Fails />

<Breaks />

A <button id="plain" onClick={() => { document.title = twice(21); }}>**plain** one</button>, and {[1, 2].map((n) => <b onClick={(event) => event.target.remove()}>{n}</b>)}.
`,
  'guide/b.mdx': '## X\n',
  'snippets/parts.jsx': `
import { useLayoutEffect as settle } from 'react';
import { twice } from './twice.js';
export const Counter = ({ start, label }) => {
  const [count, setCount] = useState(start);
  const [seen, setSeen] = React.useState('');
  const field = useRef(null);
  useEffect(() => { setSeen('effect ' + count); }, [count]);
  settle(() => { field.current.title = 'settled'; }, []);
  const doubled = useMemo(() => twice(count), [count]);
  return (
    <div id="counter" className={count > 3 ? 'bg-red-500' : ''}>
      <button onClick={() => setCount((one) => one + 1)}>{count} of {doubled} {label}</button>
      <input ref={field} onChange={(event) => setSeen('typed ' + event.target.value)} />
      <output>{seen}</output> <a href="/guide/b#x">B</a>
    </div>
  );
};
export function Later({ title, children }) {
  const [open, setOpen] = useState(false);
  return <section id="later"><button onClick={() => setOpen(!open)}>{title}</button>{open && <div>{children}</div>}</section>;
}
export const Fails = () => {
  const [all] = useState([1]);
  if (typeof window !== 'undefined') throw new Error('on purpose');
  return <p id="fails">{all.length} begins</p>;
};
export const Breaks = () => {
  const [all, setAll] = useState([1]);
  return <p id="breaks"><button onClick={() => setAll(null)}>{all.length} is left</button></p>;
};
`,
  'snippets/twice.js': 'export const twice = (one) => one * 2;',
};

let browser: Browser;
let page: Page;
let site: MadeSite;
beforeAll(async () => {
  site = await makeSite(FILES);
  const folder = temporaryFolder();
  for (const [name, content] of site.files) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    // Makes addresses relative, as the exporter does, so that files find each other.
    fs.writeFileSync(path.join(folder, name), content.replaceAll('="/_docs/', '="_docs/'));
  }
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(pathToFileURL(path.join(folder, 'a.html')).href);
});
afterAll(() => browser.close());

/** Waits until an element has this text: effects run after a frame. */
const reads = (selector: string, text: string): Promise<unknown> =>
  page.waitForFunction(
    (where, what) => document.querySelector(where)?.textContent?.replace(/\s+/g, ' ').trim() === what,
    { polling: 20, timeout: 5000 },
    selector,
    text,
  );

it('draws components with hooks as they begin, and says nothing of those that work in a browser', () => {
  expect(site.content('a.html')).toContain('>3 of 6 <em>all</em></button>');
  expect(site.content('a.html')).toMatch(/data-hidden[^>]*>.*<strong>text/s);
  expect(site.findings).toEqual([]);
  expect(site.files.get('_docs/utilities.css')).toContain('bg-red-500');
  expect(site.files.get('guide/b.html')).not.toContain('components');
});

it('brings them to life in the browser: state, effects, references, events, addresses', async () => {
  await reads('#counter output', 'effect 3');
  await page.click('#counter button');
  await reads('#counter button', '4 of 8 all');
  await reads('#counter output', 'effect 4');
  expect(await page.$eval('#counter input', (field) => field.getAttribute('title'))).toBe('settled');
  await page.type('#counter input', 'ab');
  await reads('#counter output', 'typed ab');
  expect(await page.$eval('#counter a', (link) => link.getAttribute('href'))).toMatch(/\/guide\/b\.html#x$/);
});

it('shows what stands between the tags of a component where that shows it', async () => {
  expect(await page.$('#later strong')).toBeNull();
  await page.click('#later button');
  await reads('#later strong', 'text');
  await page.click('#later button');
  await page.click('#later button');
  await reads('#later strong', 'text');
});

it('runs handlers of elements in the text of a page', async () => {
  await page.click('#plain');
  expect(await page.title()).toBe('42');
  await page.click('b');
  expect(await page.$$eval('b', (all) => all.map((one) => one.textContent))).toEqual(['2']);
});

it('leaves a component that fails in the browser as it begins', async () => {
  await reads('#fails', '1 begins');
  await page.click('#breaks button');
  await reads('#breaks', '1 is left');
});

it.each([
  [
    'a package',
    "import lodash from 'lodash';\n",
    'lodash.now()',
    /needs lodash, which is not available \(snippets\/x\.jsx\)/,
  ],
  ['the network', '', "fetch('/x')", /uses fetch, which needs network access/],
  [
    'a script of the network',
    '',
    "document.body.append(Object.assign(document.createElement('script'), { src: 'https://example.com/x.js' }))",
    /uses https:\/\/example\.com\/x\.js, which needs network access/,
  ],
])('says what needs %s, and shows it as it begins', async (_name, before, call, why) => {
  const { findings, content, files } = await makeSite({
    'a.mdx': "import { X } from '/snippets/x.jsx';\n\n<X />\n",
    'snippets/x.jsx': `${before}export const X = () => { const [n] = useState(5); useEffect(() => { ${call}; }); return <p>{n}</p>; };`,
  });
  expect(content('a.html')).toBe('<p>5</p>');
  expect(findings).toMatchObject([{ code: 'dropped-code', file: 'a.mdx', line: 3 }]);
  expect(findings[0]?.message).toMatch(why);
  expect([...files.keys()].filter((name) => name.includes('components'))).toEqual([]);
});
