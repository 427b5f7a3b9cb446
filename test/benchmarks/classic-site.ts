import fs from 'node:fs';
import path from 'node:path';

/**
 * Writes a site as classic generators do: pages of about 100 kB with a full navigation, code, anchors and links to
 * each other, one style sheet, one script. The same site for the same number of pages. Each page brings words of its
 * own (93 a page for 1,000 pages; the Python documentation has 65 a page for 530), but none comes after 2,000 pages:
 * vocabularies grow ever slower.
 */
export function makeClassicSite(folder: string, pages: number): string {
  fs.mkdirSync(path.join(folder, '_static'), { recursive: true });
  fs.writeFileSync(
    path.join(folder, '_static/site.css'),
    'body{font-family:sans-serif}code{background:#eee}',
  );
  fs.writeFileSync(path.join(folder, '_static/site.js'), 'document.documentElement.classList.add("js");');
  const name = (page: number): string =>
    page === 0 ? 'index.html' : `chapter-${page % 20}/page-${page}.html`;
  for (let page = 0; page < pages; page++) {
    const up = page === 0 ? '' : '../';
    const navigation = Array.from({ length: Math.min(pages, 120) }, (_, index) => {
      const target = (page + index * 7) % pages;
      return `<li><a class="reference internal" href="${up}${name(target)}#section-${index % 9}">Page ${target}</a></li>`;
    });
    const next = `<a href="${up}${name((page + 1) % pages)}">Next</a>`;
    const sections = Array.from({ length: 9 }, (_, section) => sectionHtml(page, section));
    const file = path.join(folder, name(page));
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

function sectionHtml(page: number, section: number): string {
  const lines = Array.from(
    { length: 90 },
    (_, line) =>
      `<span class="k">let</span> <span class="n">value_${page % 2000}_${line}</span> <span class="o">=</span> <span class="mi">${line * section}</span>;`,
  );
  const text = `Section ${section} of page ${page} explains one thing at a time. `.repeat(12);
  return `<section id="section-${section}"><h2>Section ${section}</h2><p>${text}</p><pre><code>${lines.join('\n')}</code></pre></section>`;
}
