import { escapeUTF8 } from 'entities';
import { formatNumber } from '../../../shared/numbers.ts';
import type { PageResult } from '../verify/verdict.ts';
import type { Check } from '../verify/verify.ts';
import type { Group, Report } from './report.ts';

/** Maximum rows shown per list; report.json contains the rest, and the page says so. */
const ROWS = 200;

/** Returns the report for people: one self-contained page that works without scripts, in print and in dark mode. */
export function reportHtml(report: Report): string {
  const { job, check, counts } = report;
  const title = `Export of ${job.domain}`;
  const [faults, findings] = [check?.faults.length ?? 0, check?.findings.length ?? 0];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeUTF8(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<p class="verdict ${verdictClass(report)}">${verdictWord(report)}</p>
<h1>${escapeUTF8(title)}</h1>
<p>${escapeUTF8(job.error ?? check?.summary ?? '')}</p>
</header>
<main>
<section aria-label="Counts" class="tiles">
${tile(counts.pages, named(counts.pages, 'page'))}${tile(counts.assets, named(counts.assets, 'other file'))}${tile(counts.missing, 'missing', counts.missing > 0)}
${tile(report.brokenAtSource.length, 'broken on the site')}${tile(report.thirdParty.length, `${named(report.thirdParty.length, 'external request')} removed`)}
${tile(faults, named(faults, 'fault'), faults > 0)}${tile(findings, named(findings, 'finding'))}
</section>
<section><h2>Bundle</h2>${bundleTable(report)}</section>
${check ? checkSection(report) : ''}
${list('Missing', 'Listed or needed by the site, but not in the bundle.', report.missing, (entry) => [
  entry.url,
  entry.reason,
  entry.referrer ? `found on ${entry.referrer}` : '',
])}
${groupList('Broken on the site', 'These links do not work on the original site either. The pages show them as plain text.', report.brokenAtSource)}
${groupList('Loaded from other hosts', 'Removed, because bundles never make external requests.', report.thirdParty)}
${list('Features', `Deployment type: ${job.deploymentType}.`, report.features, (entry) => [
  `${entry.feature}: ${entry.vendor}`,
  entry.kept ? 'kept' : 'removed',
  `${entry.why}; ${pageCount(entry.pages)}: ${entry.what.slice(0, 3).join(', ')}`,
])}
${groupList('Links to pages outside the export', 'These links point to the public site if its address is known.', report.outside)}
${groupList('Invalid addresses', 'References that are not valid addresses or that point to local files.', report.invalid)}
${list(
  'How pages were read',
  'As sent by the origin (fetched) or as rendered by a browser (rendered).',
  report.layouts,
  (entry) => [
    entry.example,
    `${entry.way}, ${formatNumber(entry.pages)} page${entry.pages === 1 ? '' : 's'}`,
    entry.reason,
  ],
)}
${list('Rendered with problems', 'Something may be missing from these pages.', report.remarks, (entry) => [entry.url, entry.reason])}
${list('Problems in docs.json', 'Content that could not be shown as intended.', report.docsJson, ({ file, line, message }) => [line === undefined ? file : `${file}:${line}`, message])}
${list('Cannot work offline', 'These pages show, embed or request content from other servers. That content was either kept as captured or removed.', report.notOffline, (entry) => [entry.url, entry.reason])}
${list('Skipped on purpose', '', report.skipped, (entry) => [entry.url, entry.reason, entry.pages.length > 0 ? `linked from ${pageCount(entry.pages)}` : ''])}
</main>
<footer>
<p>Job ${escapeUTF8(job.jobId)}, started ${escapeUTF8(job.startedAt ?? job.createdAt)}. The complete report is in report.json, next to this page.</p>
</footer>
</body>
</html>
`;
}

function verdictWord({ job, check }: Report): string {
  if (job.status === 'failed') return 'Failed';
  if (check?.verdict === 'failed') return 'With faults';
  return check?.verdict === 'passed'
    ? 'Passed'
    : check?.verdict === 'findings'
      ? 'Passed with findings'
      : 'Not verified';
}

function verdictClass({ job, check }: Report): string {
  if (job.status === 'failed' || check?.verdict === 'failed') return 'bad';
  return check?.verdict === 'passed' ? 'good' : 'fair';
}

function tile(value: number, label: string, alarming = false): string {
  return `<div class="tile${alarming ? ' alarm' : ''}"><b>${formatNumber(value)}</b> ${label}</div>`;
}

function bundleTable({ bundle, job }: Report): string {
  if (!bundle) return '<p>No bundle was created.</p>';
  const rows: [string, string][] = [
    ['Version', job.version ?? ''],
    ['Size', `${formatNumber(bundle.sizeBytes)} bytes, ${counted(bundle.files, 'file')} (${bundle.format})`],
    ['Archive SHA-256', bundle.sha256],
    ['Content digest', bundle.digest],
  ];
  return `<table><tbody>${rows
    .map(([name, value]) => `<tr><th scope="row">${name}</th><td class="mono">${escapeUTF8(value)}</td></tr>`)
    .join('')}</tbody></table>`;
}

function checkSection(report: Report): string {
  const { check } = report;
  if (!check) return '';
  const { coverage, links } = check;
  return `<section><h2>Verification</h2>
<p>${formatNumber(coverage.visited)} of ${pageTotal(coverage.pages)} (${counted(coverage.layouts, 'layout')}) ${coverage.visited === 1 ? 'was' : 'were'} opened from the packed bundle with
no network connection, both from file:// and from a sub-path, and compared with the original. Across all pages,
${counted(links.links, 'link')} ${links.links === 1 ? 'was' : 'were'} followed. Browser: ${escapeUTF8(check.browser)}. Time: ${(check.durationMs / 1000).toFixed(1)} s.</p>
${causesTable(check.causes)}
${sentences('Export faults', check.faults)}
${sentences('Findings', check.findings)}
${searchSection(report)}
${controlsSection(report)}
<h3>Sampled pages</h3>
<p>Left: the original. Right: the page from the bundle.</p>
<ul class="pages">${check.pages.map(pageCard).join('')}</ul>
</section>`;
}

function causesTable(causes: Check['causes']): string {
  if (causes.length === 0) return '';
  const rows = causes.map(
    ({ severity, cause, count, example }) =>
      `<tr><th scope="row">${severity === 'fault' ? 'Fault' : 'Finding'}: ${escapeUTF8(cause)}</th><td>${formatNumber(count)}</td><td>${escapeUTF8(example)}</td></tr>`,
  );
  return `<h3>Findings by cause</h3>
<table><thead><tr><th scope="col">Cause</th><th scope="col">Count</th><th scope="col">Example</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function searchSection({ job, check }: Report): string {
  const search = check?.search;
  if (!search) {
    const why =
      job.settings.search === 'off'
        ? 'Search is turned off.'
        : 'Search was not tested because no page was opened.';
    return `<h3>Search</h3><p>${why}</p>`;
  }
  const { files, sizeBytes, openers, tries } = search;
  const opened = [
    openers.site > 0 ? `the site's own search box (${pageTotal(openers.site)})` : '',
    openers.button > 0 ? `a button in the corner (${pageTotal(openers.button)})` : '',
  ].filter((part) => part !== '');
  const rows = tries.map(({ kind, query, page, problem = 'found', screenshot }) => {
    const picture = screenshot
      ? `<br><img src="data:image/jpeg;base64,${screenshot}" alt="screenshot" width="480">`
      : '';
    return `<tr><th scope="row">${SEARCHED[kind]} “${escapeUTF8(query)}”</th><td class="mono">${escapeUTF8(page)}</td><td>${escapeUTF8(problem)}${picture}</td></tr>`;
  });
  return `<h3>Search</h3>
<p>Offline search uses ${counted(files, 'file')} (${(sizeBytes / 1e6).toFixed(1)} MB uncompressed) and makes no requests. It opens with the
/ key or Ctrl-K.${opened.length > 0 ? ` On the checked pages, it also opens from ${opened.join(' and ')}.` : ''}</p>
<table><tbody>${rows.join('')}</tbody></table>`;
}

function controlsSection({ check }: Report): string {
  const controls = check?.controls;
  if (!controls) return '';
  const { pages, found, operated, failures, brokenAtSource, cutShort, clicks } = controls;
  const rows = failures.map(({ page, kind, name, problem, screenshot }) => {
    const picture = screenshot
      ? `<br><img src="data:image/jpeg;base64,${screenshot}" alt="screenshot" width="480">`
      : '';
    return `<tr><th scope="row">${kind} “${escapeUTF8(name)}”</th><td class="mono">${escapeUTF8(page)}</td><td>${escapeUTF8(problem)}${picture}</td></tr>`;
  });
  const source =
    brokenAtSource > 0 ? ` Broken on the original site too: ${formatNumber(brokenAtSource)}.` : '';
  return `<h3>Controls</h3>
<p>Tabs, accordions, menus, theme switches and copy buttons on ${pageTotal(pages)}: ${formatNumber(found)} found, ${formatNumber(operated)}
tested from file:// without a network, ${formatNumber(failures.length)} failed.${source}${cutShort ? ' The rest were skipped because time ran out.' : ''}</p>
${rows.length > 0 ? `<table><tbody>${rows.join('')}</tbody></table>` : ''}
<p>Links and other clickable items (a sample of each kind): ${formatNumber(clicks.clicked)} clicked, ${formatNumber(clicks.failures.length)}
behaved differently from the original.</p>`;
}

const SEARCHED = {
  title: 'A word from a title:',
  rare: 'A rare word:',
  misspelling: 'A misspelled word:',
} as const;

function pageCard(page: PageResult): string {
  const worst = page.modes.reduce((least, mode) => Math.min(least, mode.textSimilarity ?? 1), 1);
  const pixels = page.modes.reduce((most, mode) => Math.max(most, mode.pixelDifference ?? 0), 0);
  const picture = (data: string | undefined, alt: string): string =>
    data
      ? `<img src="data:image/jpeg;base64,${data}" alt="${alt}" width="320" height="225">`
      : '<span class="none">no image</span>';
  const figures = page.error
    ? escapeUTF8(page.error)
    : `${(worst * 100).toFixed(1)}% of the text is identical; ${(pixels * 100).toFixed(2)}% of the pixels differ`;
  return `<li><div class="pair">${picture(page.originalThumbnail, 'original')}${picture(page.offlineThumbnail, 'offline')}</div>
<p><b>${escapeUTF8(page.title || page.path)}</b><br><span class="mono">${escapeUTF8(page.path)}</span><br>${figures}</p></li>`;
}

function sentences(heading: string, items: readonly string[]): string {
  if (items.length === 0) return `<h3>${heading}</h3><p>None.</p>`;
  return `<h3>${heading} (${formatNumber(items.length)})</h3><ul>${items
    .slice(0, ROWS)
    .map((item) => `<li>${escapeUTF8(item)}</li>`)
    .join('')}</ul>${more(items.length)}`;
}

function groupList(heading: string, text: string, groups: readonly Group[]): string {
  return list(heading, text, groups, (group) => [
    group.url,
    `${group.element}${group.reason ? `, ${group.reason}` : ''}`,
    `on ${pageCount(group.pages)}: ${group.pages.slice(0, 3).join(', ')}${group.pages.length > 3 ? ' …' : ''}`,
  ]);
}

function list<T>(
  heading: string,
  text: string,
  items: readonly T[],
  cells: (item: T) => readonly string[],
): string {
  if (items.length === 0) return '';
  const rows = items
    .slice(0, ROWS)
    .map((item) => {
      const [first = '', ...rest] = cells(item);
      return `<tr><th scope="row" class="mono">${escapeUTF8(first)}</th>${rest.map((cell) => `<td>${escapeUTF8(cell)}</td>`).join('')}</tr>`;
    })
    .join('');
  return `<section><details${items.length <= 20 ? ' open' : ''}><summary><h2>${heading} (${formatNumber(items.length)})</h2></summary>
<p>${escapeUTF8(text)}</p><table><tbody>${rows}</tbody></table>${more(items.length)}</details></section>`;
}

function more(count: number): string {
  return count > ROWS ? `<p>And ${formatNumber(count - ROWS)} more: see report.json.</p>` : '';
}

function pageCount(pages: readonly string[]): string {
  return pageTotal(pages.length);
}

function pageTotal(pages: number): string {
  return counted(pages, 'page');
}

function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${named(count, noun)}`;
}

function named(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

const STYLE = `
:root{color-scheme:light dark;--ink:#1d2430;--soft:#5b6676;--paper:#fff;--card:#f4f6f9;--line:#d9dee6;--good:#0b6b3a;--fair:#8a5a00;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#a3adba;--paper:#14181f;--card:#1d232c;--line:#333c48;--good:#5fd39a;--fair:#f0b95a;--bad:#ff8a80}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:2rem 1.25rem 4rem;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}
h1{margin:.2rem 0;font-size:1.8rem}h2{font-size:1.25rem;margin:0}h3{font-size:1rem;margin:1.5rem 0 .5rem}
section{margin-top:2rem}section>h2{margin-bottom:.5rem}
.verdict{display:inline-block;margin:0;padding:.15rem .75rem;border:2px solid currentcolor;border-radius:1rem;font-weight:600}
.good{color:var(--good)}.fair{color:var(--fair)}.bad{color:var(--bad)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem}
.tile{background:var(--card);border-radius:.5rem;padding:.75rem 1rem;color:var(--soft)}.tile b{display:block;font-size:1.6rem;line-height:1.2;color:var(--ink)}.tile.alarm b{color:var(--bad)}
table{width:100%;border-collapse:collapse;font-size:.92rem}th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}th{font-weight:500;min-width:11rem}
.mono{font-family:ui-monospace,monospace;font-size:.87em;overflow-wrap:anywhere}
summary{cursor:pointer}summary h2{display:inline}
.pages{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,34rem),1fr));gap:1rem}
.pages li{background:var(--card);border-radius:.5rem;padding:.75rem}.pages p{margin:.5rem 0 0;font-size:.9rem;color:var(--soft)}.pages b{color:var(--ink)}
.pair{display:flex;gap:.5rem}.pair img{flex:1 1 0;min-width:0;height:auto;border:1px solid var(--line);border-radius:.25rem}.none{flex:1 1 0;display:grid;place-items:center;border:1px dashed var(--line);color:var(--soft);min-height:8rem}
footer{margin-top:3rem;color:var(--soft);font-size:.9rem}
@media print{body{max-width:none}.pages li,.tile{break-inside:avoid}}
`;
