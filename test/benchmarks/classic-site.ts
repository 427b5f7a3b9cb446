import fs from 'node:fs';
import path from 'node:path';

/**
 * Writes a site like those of classic generators. Each page matches the mean page of the Python documentation (530
 * pages by Sphinx: 95.6 kB, 2,009 elements, 309 links, 65 words not found on earlier pages): full navigation, text with
 * links to names on other pages, highlighted code and anchors, plus one shared style sheet and script. The output
 * depends only on the number of pages. After 2,000 pages no page adds new words, since real vocabularies grow ever more
 * slowly.
 */
export function makeClassicSite(folder: string, pages: number): string {
  fs.mkdirSync(path.join(folder, '_static'), { recursive: true });
  fs.writeFileSync(
    path.join(folder, '_static/site.css'),
    'body{font-family:sans-serif}code{background:#eee}',
  );
  fs.writeFileSync(path.join(folder, '_static/site.js'), 'document.documentElement.classList.add("js");');
  for (let page = 0; page < pages; page++) {
    const up = page === 0 ? '' : '../';
    const linkTo = (target: number, section: number): string =>
      `${up}${nameOf(target % pages)}#section-${section % SECTIONS}`;
    const navigation = Array.from({ length: NAVIGATION_LINKS }, (_, index) => {
      const target = (page + index * 7) % pages;
      return `<li class="toctree-l1"><a class="reference internal" href="${linkTo(target, index)}">Page ${target}</a></li>`;
    });
    const next = `<a href="${up}${nameOf((page + 1) % pages)}">Next</a>`;
    const sections = Array.from({ length: SECTIONS }, (_, section) => sectionHtml(page, section, linkTo));
    const file = path.join(folder, nameOf(page));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(
      file,
      `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Page ${page}</title>
<link rel="stylesheet" href="${up}_static/site.css"><script src="${up}_static/site.js"></script></head>
<body class="docs"><nav><ul>${navigation.join('\n')}</ul></nav><main><h1>Page ${page}</h1>${sections.join('\n')}${next}</main></body></html>
`,
    );
  }
  return folder;
}

const SECTIONS = 9;
const NAVIGATION_LINKS = 120;
const LINKS_IN_SECTION = 21;
const LINES_OF_CODE = 31;

function nameOf(page: number): string {
  return page === 0 ? 'index.html' : `chapter-${page % 20}/page-${page}.html`;
}

function sectionHtml(
  page: number,
  section: number,
  linkTo: (page: number, section: number) => string,
): string {
  const own = page % 2000;
  const text = Array.from({ length: LINKS_IN_SECTION }, (_, index) => {
    const target = page + section * 31 + index * 3 + 1;
    const called = index < 4 ? `call_${own}_${section}_${index}` : `call_${index}`;
    return `It explains one thing at a time, and more of it is with <a class="reference internal" href="${linkTo(target, index)}" title="${called}"><code class="xref py py-func docutils literal notranslate"><span class="pre">${called}()</span></code></a>.`;
  });
  const lines = Array.from(
    { length: LINES_OF_CODE },
    (_, line) =>
      `<span class="k">let</span> <span class="n">value_${line < 3 ? `${own}_${section}_` : ''}${line}</span> <span class="o">=</span> <span class="mi">${line * section}</span>;`,
  );
  return `<section id="section-${section}"><h2>Section ${section}</h2><p>${text.join('\n')}</p><div class="highlight-python3 notranslate"><div class="highlight"><pre><code>${lines.join('\n')}</code></pre></div></div></section>`;
}
