import { describe, expect, it } from 'vitest';
import { forbiddenSwitch } from './switches.ts';

describe('a switch of the command line', () => {
  it.each([
    ...[' --gpu-launcher=sh', '\t--disable-web-security'],
    ...['--disable-web-security', '--load-extension=/tmp/x', '--gpu-launcher=sh', '--utility-cmd-prefix=sh'],
    ...[
      '--disable-site-isolation-trials',
      '--remote-debugging-port=9222',
      '--remote-debugging-address=0.0.0.0',
    ],
    ...['--remote-debugging-pipe', '--remote-allow-origins=*', '--js-flags=--expose-gc', '--inspect'],
    ...['--inspect-brk', '--renderer-cmd-prefix=sh', '--disable-features=IsolateOrigins', '-inspect'],
    ...[
      '--INSPECT',
      '--require=/tmp/x.js',
      '--a-switch-that-nobody-knows-yet',
      '--host-rules=MAP * 127.0.0.1',
    ],
  ])('%s is refused', (arg) => {
    expect(forbiddenSwitch([arg], 'linux')).toBe(
      arg.trim().replace(/^--?/, '').replace(/=.*/, '').toLowerCase(),
    );
  });

  it.each(['--data=/srv/offprint', '--locale=de', '--ozone-platform=wayland', '--disable-gpu', '--lang=de'])(
    '%s is taken',
    (arg) => expect(forbiddenSwitch([arg, 'offprint://job/se_0123456789abcdef'], 'linux')).toBeUndefined(),
  );

  it('ends where the arguments do that are no switches, and has the forms of the system', () => {
    expect(forbiddenSwitch(['--', '--inspect'], 'linux')).toBeUndefined();
    expect(forbiddenSwitch(['/inspect'], 'win32')).toBe('inspect');
    expect(forbiddenSwitch(['/srv/docs'], 'linux')).toBeUndefined();
    expect(forbiddenSwitch(['-psn_0_12345'], 'darwin')).toBeUndefined();
  });
});
