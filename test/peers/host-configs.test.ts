import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeBundle } from '../../server/bundles/archive.test-support.ts';
import { bringVersion } from '../../server/hosting/bring-version.ts';
import { startHost } from '../../server/hosting/host.ts';
import type { Host } from '../../server/hosting/host.types.ts';
import { type Answer, ask, siteOf as filesOf } from '../../server/hosting/hosting.test-support.ts';
import type { Release } from '../../server/hosting/release.ts';
import { serverConfig } from '../../server/hosting/server-configs/server-config.ts';
import { exportSite, kill, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { freePort, listening } from './ports.ts';

/** What `offprint host --print` makes, on the web servers of Debian's packages. */
type Peer = Readonly<{
  program: string;
  package: string;
  /** @param config what was printed. @returns the command that serves it, in the foreground */
  start: (config: string, home: string) => readonly string[];
}>;

const MODULES = [
  'mpm_event',
  'authz_core',
  'rewrite',
  'headers',
  'alias',
  'mime',
  'env',
  'dir',
  'deflate',
  'filter',
];

const PEERS: Readonly<Record<string, Peer>> = {
  apache: {
    program: 'apache2',
    package: 'apache2',
    start: (config, home) => {
      const main = path.join(home, 'apache.conf');
      const modules = MODULES.map(
        (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`,
      );
      fs.writeFileSync(
        main,
        `${modules.join('')}User www-data\nGroup www-data\nServerName 127.0.0.1\nPidFile ${home}/pid\nDefaultRuntimeDir ${home}\nErrorLog ${home}/errors\nTypesConfig /etc/mime.types\nInclude ${config}\n`,
      );
      return ['-d', home, '-f', main, '-DFOREGROUND'];
    },
  },
  caddy: {
    program: 'caddy',
    package: 'caddy',
    start: (config, home) => {
      const main = path.join(home, 'Caddyfile');
      fs.writeFileSync(main, `{\n\tadmin off\n\tauto_https off\n}\nimport ${config}\n`);
      return ['run', '--config', main, '--adapter', 'caddyfile'];
    },
  },
  nginx: {
    program: 'nginx',
    package: 'nginx-light',
    start: (config, home) => {
      const main = path.join(home, 'nginx.conf');
      fs.writeFileSync(
        main,
        `daemon off;\nuser root;\npid ${home}/pid;\nerror_log ${home}/errors;\nevents {}\nhttp { access_log off; include ${config}; }\n`,
      );
      return ['-c', main];
    },
  },
};

type Site = Readonly<{ release: Release; host: Host }>;

/** The handbook, and a small site below a base path. */
const sites: Record<'handbook' | 'below a base path', Site | undefined> = {
  handbook: undefined,
  'below a base path': undefined,
};

beforeAll(async () => {
  const args = ['--label', '2026.1', '--render', 'never'];
  const { code, out } = await exportSite(path.resolve('examples/handbook'), args);
  expect(code).toBe(0);
  sites.handbook = await siteOf(out);
  const small = path.join(temporaryFolder('small'), 'small.zip');
  await writeBundle(small, filesOf('1'), 'zip', { settings: { basePath: '/docs/v1' } });
  sites['below a base path'] = await siteOf(small);
});

async function siteOf(bundleUrl: string): Promise<Site> {
  const stateFolder = temporaryFolder('state');
  const values = { enabled: true, bundleUrl, version: null };
  const { signal } = new AbortController();
  const release = await bringVersion(values, {
    stateFolder,
    trusted: [],
    authorityFile: undefined,
    signal,
    log: () => {},
  });
  // Apache gives up the rights of root.
  spawnSync('chmod', ['-R', 'a+rX', path.dirname(stateFolder)]);
  const host = await startHost({
    listen: { host: '127.0.0.1', port: 0 },
    stateFolder,
    keep: 2,
    storage: 'files',
    read: async () => ({ values, trusted: [] }),
    log: () => {},
  });
  await host.settled();
  return { release, host };
}

afterAll(async () => {
  for (const site of Object.values(sites)) await site?.host.close();
});

/** Each file by its name and as people write it, folders with and without their slash, and what is not there. */
function placesOf({ record }: Release): string[] {
  const places = record.files.flatMap(({ path: name }) => {
    const place = `${record.basePath}/${name.split('/').map(encodeURIComponent).join('/')}`;
    const short = place.replace(/\/index\.html$/, '/').replace(/\.html$/, '');
    return [
      place,
      short,
      `${place}?a=b&c`,
      `${short}?a=b`,
      short.replace(/\/$/, '') || '/',
      `${short}/`,
      `${place}.gz`,
      `${place}.br`,
    ];
  });
  const root = record.basePath;
  const none = [
    ...(root === '' ? [] : ['/', '/?a=b', root, `${root}?a=b`, `${root}x`, '/docs', '/docs/']),
    ...['/none', '/none/', '/none.html', '/start/none/deep', '/start//setup'].map((place) => root + place),
    ...['/none', '//start/', '/%', '/offprint-not-found'],
  ];
  return [...new Set([...places, ...none])];
}

/** What readers get: tags and dates are each server's own, and some write out where they are. */
function shown({ status, headers, body }: Answer, base: string): object {
  const names = [
    'cache-control',
    'x-content-type-options',
    'content-security-policy',
    'location',
    'offprint-version',
    'content-encoding',
  ];
  const said = Object.fromEntries(names.map((name) => [name, headers[name]]));
  if (status === 302) {
    // Some characters may be encoded or not (RFC 3986 §2.2); a blank and what is not ASCII have to be.
    const location = headers.location?.replace(base, '') ?? '';
    return { status, ...said, location: decodeURIComponent(location), isEncoded: /^[!-~]*$/.test(location) };
  }
  if (status === 400) return { status };
  return { status, ...said, 'content-type': headers['content-type'], body: body.toString('latin1') };
}

describe.each(Object.entries(PEERS))('%s', (name, peer) => {
  test.for(Object.keys(sites) as (keyof typeof sites)[])(
    'answers every path as offprint host does: %s',
    async (which, { skip }) => {
      const site = sites[which];
      if (!site) throw new Error('There is no such site.');
      const { release, host } = site;
      if (spawnSync(peer.program, ['-v']).error) skip(`${peer.package} of Debian is not installed`);
      const port = await freePort();
      const home = temporaryFolder(name);
      const config = path.join(home, 'site.conf');
      fs.writeFileSync(config, serverConfig(name, release, { port }));
      const running: ChildProcess = spawn(peer.program, [...peer.start(config, home)], {
        stdio: 'inherit',
        env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home },
      });
      try {
        await listening(port);
        const places = placesOf(release);
        const others: object[] = [];
        for (const accepted of ['identity', 'gzip']) {
          for (const place of places) {
            const headers = { 'accept-encoding': accepted };
            const there = `http://127.0.0.1:${port}`;
            const theirs = shown(await ask(there, place, headers), there);
            const ours = shown(await ask(host.url, place, headers), host.url);
            if (!isDeepStrictEqual(theirs, ours)) others.push({ place, accepted, theirs, ours });
          }
        }
        expect(others).toEqual([]);
        expect(places.length).toBeGreaterThan(which === 'handbook' ? 300 : 40);
      } finally {
        kill(running.pid, 'SIGTERM');
      }
    },
  );
});
