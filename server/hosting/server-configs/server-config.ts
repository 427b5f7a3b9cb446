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
 * Returns a configuration that makes another server respond like `offprint host`.
 * @throws OffprintError `usage` for an unsupported server, or a bundle that cannot be expressed in a configuration
 */
export function serverConfig(server: string, release: Release, where: Readonly<{ port: number }>): string {
  const make = MAKERS[server];
  if (make) {
    const facts = siteFacts(release);
    refuseControlCharacters(facts);
    return make(facts, where);
  }
  throw new OffprintError(
    'usage',
    `There is no configuration for ${server}. Choose one of: ${Object.keys(MAKERS).join(', ')}.`,
  );
}

/** Rejects control characters: a line break in a name or policy of the site would start another directive. */
function refuseControlCharacters(facts: SiteFacts): void {
  const { domain, version, root, policy, notFound, redirects, otherPolicies, compressed } = facts;
  const texts = [domain, version, root, policy, notFound?.policy, ...compressed];
  for (const text of [...texts, ...[...redirects, ...otherPolicies].flat()]) {
    if (!/\p{Cc}/u.test(text ?? '')) continue;
    throw new OffprintError(
      'usage',
      `${JSON.stringify(text)} contains a control character, which is not allowed in a configuration. Serve this bundle with offprint host instead.`,
    );
  }
}
