import type { ExportJob } from '../../store/exports.ts';
import type { Links } from '../rewrite/links.ts';
import { locate } from '../site/site.ts';

/**
 * The file of the bundle that readers of a site begin with: that of the address that was given, or of the root of a
 * folder. Undefined when it is not part of the export.
 */
export function startFile(
  { site: facts }: Pick<ExportJob, 'site'>,
  { site, target }: Links,
): string | undefined {
  const start = facts && facts.kind !== 'folder' ? locate(site, facts.start, site.origin) : undefined;
  const file = target(start?.kind === 'internal' ? start.path : '/');
  return file?.kind === 'file' ? file.path : undefined;
}
