import { afterEach, describe, expect, it, vi } from 'vitest';
import { refusalToStart } from './app.ts';
import type { ElectronApis } from './electron.types.ts';
import { menuTemplate } from './menu.ts';
import { texts } from './messages.ts';

const t = texts('en');

afterEach(() => vi.unstubAllEnvs());

function withSwitches(names: readonly string[], isPackaged = false): Pick<ElectronApis, 'app'> {
  const commandLine = { hasSwitch: (name: string) => names.includes(name) };
  return { app: { isPackaged, commandLine } } as unknown as Pick<ElectronApis, 'app'>;
}

it('does not start without the sandbox, unless somebody insists', () => {
  expect(refusalToStart(withSwitches([]), [], t)).toBeUndefined();
  expect(refusalToStart(withSwitches(['no-sandbox']), ['--no-sandbox'], t)).toMatch(/have no sandbox/);
  vi.stubEnv('OFFPRINT_ALLOW_NO_SANDBOX', '1');
  expect(refusalToStart(withSwitches(['no-sandbox']), ['--no-sandbox'], t)).toBeUndefined();
});

describe('when it is packaged', () => {
  it.each(['inspect', 'remote-debugging-port', 'js-flags', 'load-extension', 'disable-web-security'])(
    'does not start with --%s',
    (name) => {
      expect(refusalToStart(withSwitches([name], true), [`--${name}`], t)).toContain(`--${name}`);
      expect(refusalToStart(withSwitches([name], false), [`--${name}`], t)).toBeUndefined();
    },
  );

  it('has no developer tools in its menu', () => {
    const roles = (isPackaged: boolean): string =>
      JSON.stringify(
        menuTemplate(
          'linux',
          isPackaged,
          () => {},
          () => {},
          t,
        ),
      );
    expect(roles(true)).not.toMatch(/toggleDevTools|reload/i);
    expect(roles(false)).toMatch(/toggleDevTools/);
  });
});

it('has in its menu what people of each system look for', () => {
  const labels = (platform: NodeJS.Platform) =>
    menuTemplate(
      platform,
      true,
      () => {},
      () => {},
      t,
    ).map(({ label, role }) => label ?? role);
  expect(labels('linux')).toEqual(['&File', 'editMenu', '&View', 'windowMenu', 'help']);
  expect(labels('darwin')[0]).toBe('appMenu');
});
