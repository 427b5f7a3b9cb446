import { describe, expect, it } from 'vitest';
import type { Release, ReleaseFile } from '../release.ts';
import { serverConfig } from './server-config.ts';

/** A version with one page that has this policy. */
function releaseWith(policy: string, name = 'index.html'): Release {
  const file: ReleaseFile = { path: name, sha256: '0'.repeat(64), sizeBytes: 1, policy: 0 };
  return {
    name: '1.0',
    folder: '/srv/docs',
    record: {
      format: 'offprint-release',
      formatVersion: 1,
      storage: 'files',
      domain: 'docs.example.com',
      version: '1.0',
      digest: '0'.repeat(64),
      pages: 1,
      basePath: '',
      signature: null,
      archiveSha256: '0'.repeat(64),
      source: null,
      hasNotFound: false,
      policies: [policy],
      files: [file],
    },
    files: new Map([[name, file]]),
  };
}

const configOf = (server: string, policy: string): string =>
  serverConfig(server, releaseWith(policy), { port: 8080 });

/** test/peers/host-configs.test.ts tests the configurations with the actual servers. */
describe('a configuration', () => {
  it.each([
    ['apache', `"default-src 'self' \\"a\\" 100%% \\\\ {b}"`],
    ['caddy', `"default-src 'self' \\"a\\" 100% \\ \\{b\\}"`],
    ['nginx', `"default-src 'self' \\"a\\" 100% \\\\ {b}"`],
  ])('has a policy as %s writes it', (server, written) => {
    expect(configOf(server, `default-src 'self' "a" 100% \\ {b}`)).toContain(written);
  });

  it.each(['apache', 'caddy', 'nginx'])(
    'of %s is none where a text would begin another line of it',
    (server) => {
      const text = "default-src 'self'\nServerName elsewhere";
      expect(() => configOf(server, text)).toThrow(/control character.*Serve this bundle with offprint host/);
      expect(() => serverConfig(server, releaseWith('', 'a\nb.gz'), { port: 8080 })).toThrow(
        /control character/,
      );
    },
  );

  it('of another server is none', () => {
    expect(() => configOf('iis', '')).toThrow(
      'There is no configuration for iis. Choose one of: apache, caddy, nginx.',
    );
  });
});
