import { expect, test } from 'vitest';
import { chromiumArguments, closedNetworkArguments } from './arguments.ts';

test('without allowed hosts nothing is resolved and nothing bypasses the dead proxy', () => {
  expect(closedNetworkArguments([])).toEqual(
    expect.arrayContaining([
      '--host-resolver-rules=MAP * ^NOTFOUND',
      '--proxy-server=http://closed.invalid:9',
      '--proxy-bypass-list=<-loopback>',
    ]),
  );
});

test('an allowed host is resolved, and bypasses the proxy at its port only', () => {
  expect(closedNetworkArguments(['127.0.0.1:34567', 'docs.example.com', '[::1]:80'])).toEqual(
    expect.arrayContaining([
      '--host-resolver-rules=MAP * ^NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE docs.example.com, EXCLUDE ::1',
      '--proxy-bypass-list=<-loopback>;127.0.0.1:34567;docs.example.com;[::1]:80',
    ]),
  );
});

test.each(['*', '*.example.com', 'a;b', 'a,b', 'a b', '<local>', 'http://a', 'a/b', 'a:', ''])(
  'an allowed host "%s" is refused',
  (host) => {
    expect(() => closedNetworkArguments([host])).toThrow(
      expect.objectContaining({
        code: 'chromium-launch-failed',
        message: expect.stringContaining(`"${host}"`),
      }),
    );
  },
);

test('there is no debugging port, and the sandbox is off only when asked', () => {
  const options = {
    profileFolder: '/profile',
    allowedHosts: [],
    extraArgs: ['--last'],
    withSharedMemory: true,
  };
  const args = chromiumArguments({ ...options, withSandbox: true });
  expect(args.filter((arg) => arg.startsWith('--remote-debugging'))).toEqual(['--remote-debugging-pipe']);
  expect(args.filter((arg) => arg.includes('sandbox'))).toEqual([]);
  expect(args.at(-1)).toBe('--last');
  expect(chromiumArguments({ ...options, withSandbox: false })).toContain('--no-sandbox');
});

test('memory is shared through files where /dev/shm is too small', () => {
  const options = { profileFolder: '/profile', allowedHosts: [], extraArgs: [], withSandbox: true };
  const flag = '--disable-dev-shm-usage';
  expect(chromiumArguments({ ...options, withSharedMemory: true })).not.toContain(flag);
  expect(chromiumArguments({ ...options, withSharedMemory: false })).toContain(flag);
});
