import { OffprintError } from '../../errors.ts';
import type { Release } from '../release.ts';
import { apacheConfig } from './apache.ts';
import { caddyConfig } from './caddy.ts';
import { nginxConfig } from './nginx.ts';
import { type SiteFacts, siteFacts } from './site-facts.ts';

const MAKERS: Readonly<Record<string, (facts: SiteFacts, where: Readonly<{ port: number }>) => string>> = {
  apache: apacheConfig,
  caddy: caddyConfig,
  nginx: nginxConfig,
};

/**
 * A configuration with which another server answers as `offprint host` does.
 * @throws OffprintError `usage` for a server that there is none for
 */
export function serverConfig(server: string, release: Release, where: Readonly<{ port: number }>): string {
  const make = MAKERS[server];
  if (make) return make(siteFacts(release), where);
  throw new OffprintError(
    'usage',
    `There is no configuration for ${server}: ${Object.keys(MAKERS).join(', ')}.`,
  );
}
