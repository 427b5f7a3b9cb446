import { listDirectory } from '../exports/origin/directory.ts';
import { scopeOf } from '../exports/scope.ts';
import { type Plan, planOf } from '../exports/seed.ts';
import type { ExportSettings } from '../exports/settings.ts';
import { formatBytes, type Output, plural } from './terminal.ts';

/** Tells what an export of a folder would take, without writing anything. @throws OffprintError as listDirectory */
export async function dryRun(folder: string, settings: ExportSettings, output: Output): Promise<void> {
  const listing = await listDirectory(folder);
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

/** Text deflates to about a quarter, the rest is stored as it is. */
function estimatedBundleBytes(plan: Plan): number {
  const text = /\.(x?html?|css|m?js|json|svg|txt|xml|md|map)$/i;
  const share = (file: Plan['exported'][number]): number => (file.isPage || text.test(file.url) ? 0.25 : 1);
  return Math.round(plan.exported.reduce((sum, file) => sum + file.sizeBytes * share(file), 0));
}

function printPlan(plan: Plan, left: readonly { url: string; reason: string }[], output: Output): void {
  const others = plan.exported.length - plan.pageCount;
  output.line(
    `${plural(plan.pageCount, 'page')} and ${plural(others, 'other file')}, ${formatBytes(plan.sizeBytes)}`,
  );
  output.line(`Bundle: about ${formatBytes(estimatedBundleBytes(plan))}`);
  for (const file of plan.exported) if (file.isPage) output.line(`  ${file.url}`);
  if (left.length === 0) return;
  output.line(`Out of scope: ${left.length.toLocaleString('en')}`);
  for (const { url, reason } of left) output.line(`  ${url}  (${reason})`);
}
