import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../agents/workspace/repository.test-support.ts';
import {
  nodePlace,
  type Place,
  placesOf,
  type SandboxKind,
  sandboxed,
  secretPlaces,
} from './build-sandbox.ts';

const scratch = scratchFolder('places');
const LIMITS = { timeMs: 1000, memoryBytes: 4096, diskBytes: 8192, processCount: 10 };

const places = (hidden: readonly string[] = [], node?: Place): readonly Place[] =>
  placesOf({ site: '/data/checkouts/se_1', written: '/scratch/etc', node, hidden, memoryBytes: 1024 });

function write(name: string): string {
  const file = path.join(scratch, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '');
  return file;
}

describe.skipIf(process.platform !== 'linux')('what a build sees (on Linux)', () => {
  it('is programs, a few files of /etc, memory, and the site alone to write to', () => {
    const seen = places();
    expect(seen.filter(({ kind }) => kind === 'write')).toEqual([
      { kind: 'write', from: '/data/checkouts/se_1', to: '/site' },
    ]);
    const tops = new Set(seen.map(({ to }) => to.split('/')[1]));
    expect([...tops].filter((name) => !/^(usr|bin|sbin|lib\w*|etc|tmp|dev|site)$/.test(name ?? ''))).toEqual(
      [],
    );
    expect(seen.find(({ to }) => to === '/etc/passwd')).toEqual({
      kind: 'read',
      from: '/scratch/etc/passwd',
      to: '/etc/passwd',
    });
    for (const to of ['/etc/shadow', '/etc/ssl', '/etc/ssl/private', '/etc', '/dev']) {
      expect(seen.map((place) => place.to)).not.toContain(to);
    }
  });

  it('is covered where a secret lies within', () => {
    const distribution = path.join(scratch, 'covered');
    const key = write('covered/share/key.pem');
    const node: Place = { kind: 'read', from: distribution, to: '/opt/node' };
    expect(places([key, path.join(distribution, 'share'), '/elsewhere'], node)).toEqual(
      expect.arrayContaining([
        { kind: 'read', from: '/dev/null', to: '/opt/node/share/key.pem' },
        { kind: 'empty', from: 4096, to: '/opt/node/share' },
      ]),
    );
    expect(places(['/usr/share'])).toContainEqual({ kind: 'empty', from: 4096, to: '/usr/share' });
    fs.symlinkSync('/usr/share', path.join(scratch, 'link'));
    expect(places([path.join(scratch, 'link')])).toContainEqual({
      kind: 'empty',
      from: 4096,
      to: '/usr/share',
    });
  });

  it('has the Node of the server: its distribution, or the program where more than that lies in there', () => {
    const node = write('node-24/bin/node');
    const one = { kind: 'read', from: node, to: '/opt/node/bin/node' };
    const whole = { kind: 'read', from: path.join(scratch, 'node-24'), to: '/opt/node' };
    expect(nodePlace(node, '', [])).toEqual(one);
    write('node-24/lib/node_modules/npm/package.json');
    expect(nodePlace(node, '', [])).toEqual(whole);
    expect(nodePlace(node, '', [path.join(scratch, 'node-24')])).toEqual(one);
    expect(nodePlace(node, '', [path.join(scratch, 'node-24/data')])).toEqual(one);
    expect(nodePlace('/opt/offprint/offprint', `relative:/nowhere:${path.dirname(node)}`, [])).toEqual(whole);
    expect(nodePlace('/opt/offprint/offprint', '/nowhere', [])).toBeUndefined();
    expect(nodePlace('/usr/bin/env', '/usr/bin', [])).toBeUndefined();
  });

  it('holds none of the files that settings and environment name as secret', () => {
    expect(
      secretPlaces(
        { tlsCertificate: '', tlsKey: '/usr/local/key.pem' },
        { OFFPRINT_SECRET_FILE: '/usr/share/secret', CREDENTIALS_DIRECTORY: '' },
      ),
    ).toEqual(expect.arrayContaining(['/usr/local/key.pem', '/usr/share/secret']));
  });
});

describe('the command line of a sandbox', () => {
  const line = (kind: SandboxKind, uid: number | undefined): readonly string[] =>
    sandboxed('make site', {
      kind,
      machine: 'x64',
      places: [
        { kind: 'read', from: '/usr', to: '/usr' },
        { kind: 'write', from: '/data/checkouts/se_1', to: '/site' },
      ],
      scratch: '/scratch',
      limits: LIMITS,
      uid,
    });

  it.each<SandboxKind>(['bubblewrap', 'util-linux'])(
    'gives up every right before anything else, with %s',
    (kind) => {
      const argv = line(kind, undefined);
      expect(argv.slice(argv.indexOf('setpriv') + 1).slice(0, 4)).toEqual([
        '--inh-caps=-all',
        '--ambient-caps=-all',
        '--no-new-privs',
        '--pdeathsig=KILL',
      ]);
      expect(argv.slice(-3)).toEqual(['sh', '-c', 'make site']);
      expect(argv).toEqual(expect.arrayContaining(['--nproc=20', '--fsize=8192', '--core=1', 'CI=1', '-i']));
    },
  );

  it.each<SandboxKind>(['bubblewrap', 'util-linux'])(
    'has a user of its own for root, who brings the site within reach, with %s',
    (kind) => {
      const argv = line(kind, 61_234);
      expect(argv.slice(0, 4)).toEqual(['unshare', '--mount', '--propagation', 'private']);
      const own = argv.slice(0, argv.indexOf('setpriv'));
      expect(own).toEqual(expect.arrayContaining(['/data/checkouts/se_1', '/scratch/1']));
      expect(own).not.toContain('/usr');
      expect(argv).toEqual(expect.arrayContaining(['--reuid=61234', '--regid=61234', '--clear-groups']));
      expect(argv.slice(argv.indexOf('setpriv'))).not.toContain('/data/checkouts/se_1');
    },
  );
});
