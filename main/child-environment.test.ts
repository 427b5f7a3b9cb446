import { expect, it } from 'vitest';
import { childEnvironment } from './child-environment.ts';

it('keeps what a program needs, and drops what makes it another one', () => {
  const dangerous = {
    NODE_OPTIONS: '--require /tmp/x.js',
    NODE_PATH: '/tmp',
    ELECTRON_RUN_AS_NODE: '1',
    ELECTRON_ENABLE_LOGGING: '1',
    LD_PRELOAD: '/tmp/x.so',
    LD_LIBRARY_PATH: '/tmp',
    LD_AUDIT: '/tmp/x.so',
    DYLD_INSERT_LIBRARIES: '/tmp/x.dylib',
    Node_Options: '--inspect',
  };
  const kept = {
    PATH: '/usr/bin',
    HOME: '/home/x',
    LANG: 'C.UTF-8',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x',
  };
  expect(childEnvironment({ ...dangerous, ...kept, EMPTY: undefined })).toEqual(kept);
});
