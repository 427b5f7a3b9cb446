import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { freePort, listening } from './ports.ts';

/** OpenStack Swift with its S3 API (s3api), of Debian's swift-proxy, swift-account, swift-container, swift-object and memcached. */
export type SwiftServer = Readonly<{
  port: number;
  /** Ends what speaks the S3 API; what stores objects runs on. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  close: () => Promise<void>;
}>;

export const SWIFT_KEYS = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

/** Debian's own, for which these packages are. */
const PYTHON = '/usr/bin/python3';
const RINGS = ['account', 'container', 'object'] as const;
const PIPELINE = 'catch_errors gatekeeper cache listing_formats s3api tempauth copy slo dlo proxy-server';

/** The package that is missing; undefined: none. */
export function missingForSwift(): string | undefined {
  const programs = { 'swift-proxy-server': 'swift-proxy', memcached: 'memcached' };
  const needed = [
    ...RINGS.map((ring) => [`swift-${ring}-server`, `swift-${ring}`]),
    ...Object.entries(programs),
  ];
  return needed.find(([program = '']) => spawnSync('which', [program]).status !== 0)?.[1];
}

/** Starts one of everything, in a folder. */
export async function startSwift(folder: string): Promise<SwiftServer> {
  const inFolder = (name: string): string => path.join(folder, name);
  fs.mkdirSync(inFolder('devices/d1'), { recursive: true });
  fs.writeFileSync(
    inFolder('swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = tests\nswift_hash_path_prefix = tests\n[storage-policy:0]\nname = Policy-0\ndefault = yes\n',
  );
  const running: ChildProcess[] = [];
  const run = (program: string, argv: readonly string[]): ChildProcess => {
    const log = fs.openSync(inFolder('log'), 'a');
    const child = spawn(program, argv, { stdio: ['ignore', log, log] });
    fs.closeSync(log);
    running.push(child);
    return child;
  };
  const common = (port: number): string =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nuser = ${process.env.USER ?? 'root'}\nswift_dir = ${folder}\ndevices = ${inFolder('devices')}\nmount_check = false\nworkers = 0\nlog_level = WARNING\n`;
  for (const ring of RINGS) {
    const port = await freePort();
    const builder = inFolder(`${ring}.builder`);
    const settings = `${common(port)}[pipeline:main]\npipeline = ${ring}-server\n[app:${ring}-server]\nuse = egg:swift#${ring}\n`;
    fs.writeFileSync(inFolder(`${ring}.conf`), settings);
    for (const argv of [['create', '4', '1', '0'], ['add', `r1z1-127.0.0.1:${port}/d1`, '1'], ['rebalance']])
      spawnSync(PYTHON, ['/usr/bin/swift-ring-builder', builder, ...argv]);
    run(PYTHON, [`/usr/bin/swift-${ring}-server`, inFolder(`${ring}.conf`)]);
    await listening(port);
  }
  const cachePort = await freePort();
  run('memcached', ['-u', process.env.USER ?? 'root', '-l', '127.0.0.1', '-p', `${cachePort}`]);
  const port = await freePort();
  const filters = ['catch_errors', 'gatekeeper', 'listing_formats', 'copy', 'slo', 'dlo'];
  fs.writeFileSync(
    inFolder('proxy.conf'),
    [
      `${common(port)}[pipeline:main]\npipeline = ${PIPELINE}`,
      '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true',
      ...filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}`),
      `[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:${cachePort}`,
      '[filter:s3api]\nuse = egg:swift#s3api\nlocation = us-east-1',
      '[filter:tempauth]\nuse = egg:swift#tempauth\nuser_test_tester = testing .admin\nuser_test_reader = reading',
    ].join('\n'),
  );
  let proxy: ChildProcess;
  const start = async (): Promise<void> => {
    proxy = run(PYTHON, ['/usr/bin/swift-proxy-server', inFolder('proxy.conf')]);
    await listening(port);
  };
  const end = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    port,
    start,
    kill: () => end(proxy),
    close: async () => {
      await Promise.all(running.map(end));
    },
  };
}
