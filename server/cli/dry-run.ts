import { formatNumber } from '../../shared/numbers.ts';
import { type Plan, planOf } from '../exports/crawl/seed.ts';
import { docsJsonSite } from '../exports/origin/docs-json.ts';
import { isDocsJsonFolder } from '../exports/origin/docs-json-detection.ts';
import { listDirectory } from '../exports/origin/list-directory.ts';
import { beginningOf, estimatedBundleBytes } from '../exports/origin/preview.ts';
import { asPublished } from '../exports/origin/secret-files.ts';
import type { UrlOrigin } from '../exports/origin/url-origin.ts';
import type { ExportSettings } from '../exports/settings/settings.ts';
import { scopeOf } from '../exports/site/scope.ts';
import { formatBytes, type Output, plural } from './terminal.ts';

/** Prints what an export of a folder would contain, without writing anything. @throws OffprintError as listDirectory */
export async function dryRun(
  folder: string,
  dataFolder: string,
  settings: ExportSettings,
  output: Output,
): Promise<void> {
  if (isDocsJsonFolder(folder)) {
    const { pages } = await docsJsonSite(folder, { dataFolder, roots: null });
    output.line(
      `${plural(pages.length, 'page')} from docs.json. The export will find the other files that are needed.`,
    );
    for (const url of pages) output.line(`  ${url}`);
    output.result({ folder, pages });
    return;
  }
  const listing = asPublished(await listDirectory(folder, { dataFolder, roots: null }), settings);
  const plan = planOf(listing, scopeOf(settings), settings);
  const left = [
    ...plan.left.map(({ url, reason }) => ({ url, reason: String(reason) })),
    ...listing.skipped.map(({ url, reason }) => ({ url, reason: String(reason) })),
    ...plan.unknownPaths.map((url) => ({ url, reason: 'the site has no such page' })),
  ];
  printPlan(plan, left, output);
  output.result({
    folder,
    pages: plan.exported.filter((file) => file.isPage).map((file) => file.url),
    otherFiles: plan.exported.filter((file) => !file.isPage).length,
    sizeBytes: plan.sizeBytes,
    estimatedBundleBytes: estimatedBundleBytes(plan),
    outOfScope: left,
  });
}

/** Prints the pages from which an export of a live site would start. @throws OffprintError as beginningOf */
export async function liveDryRun(
  origin: UrlOrigin,
  domains: readonly string[],
  settings: ExportSettings,
  output: Output,
): Promise<void> {
  const { start, begins, left, aliases } = await beginningOf(origin, domains, settings, {});
  output.line(`${plural(begins.length, 'start page')}. The export will follow the links from there.`);
  for (const url of begins) output.line(`  ${url}`);
  printLeft(left, output);
  output.result({ url: start, begins, outOfScope: left, aliases });
}

function printPlan(plan: Plan, left: readonly { url: string; reason: string }[], output: Output): void {
  const others = plan.exported.length - plan.pageCount;
  output.line(
    `${plural(plan.pageCount, 'page')} and ${plural(others, 'other file')}, ${formatBytes(plan.sizeBytes)}`,
  );
  output.line(`Bundle: about ${formatBytes(estimatedBundleBytes(plan))}`);
  for (const file of plan.exported) if (file.isPage) output.line(`  ${file.url}`);
  printLeft(left, output);
}

function printLeft(left: readonly { url: string; reason: string }[], output: Output): void {
  if (left.length === 0) return;
  output.line(`Out of scope: ${formatNumber(left.length)}`);
  for (const { url, reason } of left) output.line(`  ${url}  (${reason})`);
}
