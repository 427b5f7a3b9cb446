import { domainName } from '../../shared/domain-name.ts';
import { nameOfPlace } from '../store/projects.ts';
import type { Place } from './find-project.ts';
import type { Project } from './wire.ts';

/**
 * Returns the default domain of a project: the host name of a live site, unless it is local or another project uses it;
 * else `<name of the folder or host>.localhost`, with a number if that is taken.
 * @param projects existing projects
 */
export function defaultDomain(projects: readonly Project[], place: Place): string {
  const own = place.kind === 'url' ? domainName(new URL(place.url).hostname) : undefined;
  const isLocal = own === undefined || /^127\.|(^|\.)localhost$/.test(own);
  const isTaken = projects.some(({ domains }) => domains.includes(own ?? ''));
  return isLocal || isTaken ? freeDomain(projects, nameOfPlace(place)) : own;
}

/** Returns a domain that no project uses. */
function freeDomain(projects: readonly Project[], name: string): string {
  const label =
    name
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 50) || 'site';
  for (let count = 1; ; count++) {
    const domain = `${count === 1 ? label : `${label}-${count}`}.localhost`;
    if (!projects.some(({ domains }) => domains.includes(domain))) return domain;
  }
}
