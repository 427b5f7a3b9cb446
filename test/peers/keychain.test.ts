import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/**
 * Our keychain on a real Secret Service: gnome-keyring on a D-Bus of its own. Debian has what is needed in the
 * packages gnome-keyring, dbus and libsecret-tools.
 */
const PROGRAMS = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon', 'secret-tool', 'bash'];
const missing = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);
if (missing.length > 0) console.log(`The tests of the keychain are skipped: no ${missing.join(', ')} here.`);

const PROGRAM = fileURLToPath(new URL('keychain-program.ts', import.meta.url));
const OFFPRINT = `"${process.execPath}" "${PROGRAM}" data`;

const OWNED = `dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
  org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true`;
/** The daemon must be reached before the first request, or D-Bus starts a second one by itself. */
const untilOwned = `for i in $(seq 100); do ${OWNED} && break; sleep .1; done; ${OWNED}`;
const unlocked = (script: string): string =>
  `printf the-password | gnome-keyring-daemon --unlock --foreground --components=secrets >daemon.log 2>&1 &
   daemon=$!; trap 'kill $daemon' EXIT; ${untilOwned} || exit 90; ${script}`;
const locked = (script: string): string =>
  `gnome-keyring-daemon --foreground --components=secrets >daemon.log 2>&1 &
   daemon=$!; trap 'kill $daemon' EXIT; ${untilOwned} || exit 90; ${script}`;

type Answer = { value?: unknown; error?: string; tookMs: number };

describe.skipIf(missing.length > 0)('the keychain on a real Secret Service', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-keyring-'));
    fs.mkdirSync(path.join(folder, 'data'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  /** Runs a script on a session bus of its own; keyrings and sockets stay in the test's folder. */
  function onBus(script: string, busOptions: readonly string[] = []): { answers: Answer[]; output: string } {
    return run('dbus-run-session', [...busOptions, '--', 'bash', '-c', script]);
  }

  function run(program: string, args: readonly string[]): { answers: Answer[]; output: string } {
    const { DISPLAY: _, WAYLAND_DISPLAY: __, DBUS_SESSION_BUS_ADDRESS: ___, ...env } = process.env;
    const child = spawnSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...env, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder, XDG_RUNTIME_DIR: folder },
    });
    expect(child, child.stderr).toMatchObject({ status: 0 });
    const lines = child.stdout.split('\n').filter((line) => line.startsWith('{'));
    return { answers: lines.map((line) => JSON.parse(line) as Answer), output: child.stdout };
  }

  it('keeps, gives, replaces and deletes, across processes', () => {
    const { answers } = onBus(
      unlocked(`${OFFPRINT} get a; ${OFFPRINT} set a canary-1; ${OFFPRINT} get a; ${OFFPRINT} set a canary-2
                ${OFFPRINT} get a; ${OFFPRINT} delete a; ${OFFPRINT} delete a; ${OFFPRINT} get a`),
    );
    expect(answers.map(({ value, error }) => error ?? value)).toEqual([
      null,
      undefined,
      'canary-1',
      undefined,
      'canary-2',
      true,
      false,
      null,
    ]);
  });

  it('is seen by other programs under the name of the app', () => {
    const { output } = onBus(
      unlocked(`${OFFPRINT} set a canary; secret-tool lookup service Offprint username a; echo
                ${OFFPRINT} status; secret-tool search --all service Offprint`),
    );
    expect(output.split('\n')).toContain('canary');
    expect(output.match(/^label = .*$/gm)).toEqual(['label = keyring:a@Offprint']); // the probe left nothing
  });

  it('keeps the master key of a vault beyond the session', () => {
    const [sealed, status] = onBus(unlocked(`${OFFPRINT} seal canary; ${OFFPRINT} status`)).answers;
    expect(sealed?.value).toMatch(/^[0-9a-f]{16}\./);
    expect(status?.value).toMatchObject({ provider: 'keychain', persistent: true });
    const [opened] = onBus(unlocked(`${OFFPRINT} open ${sealed?.value}`)).answers;
    expect(opened?.value).toBe('canary');
  });

  it('locked and nobody there to unlock it: in memory, and it says so', () => {
    const [sealed] = onBus(unlocked(`${OFFPRINT} seal canary`)).answers;
    const [status, opened] = onBus(locked(`${OFFPRINT} status; ${OFFPRINT} open ${sealed?.value}`)).answers;
    expect(status?.value).toMatchObject({
      provider: 'memory',
      persistent: false,
      problem: expect.stringMatching(/keychain cannot be used: .*prompt/i),
    });
    expect(opened?.error).toMatch(/keychain cannot be used: .*Nothing has been deleted/);
    expect(status?.tookMs).toBeLessThan(10_000);
  });

  it('locked and a prompt that nobody answers: given up in time', () => {
    onBus(unlocked(`${OFFPRINT} set a canary`));
    const services = path.join(folder, 'dbus-1', 'services');
    fs.mkdirSync(services, { recursive: true });
    fs.writeFileSync(
      path.join(services, 'org.gnome.keyring.SystemPrompter.service'),
      '[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=/bin/sh -c "exec sleep 8 >/dev/null 2>&1"\n',
    );
    const { answers } = onBus(locked(`KEYCHAIN_TIMEOUT_MS=2000 ${OFFPRINT} status`));
    expect(answers[0]?.value).toMatchObject({
      provider: 'memory',
      problem: expect.stringContaining('did not respond within 2 s (it may be waiting to be unlocked)'),
    });
    expect(answers[0]?.tookMs).toBeLessThan(6000);
  });

  it('no Secret Service on the bus: in memory, and it says so', () => {
    const configuration = path.join(folder, 'bus.conf');
    fs.writeFileSync(
      configuration,
      `<busconfig><type>session</type><listen>unix:tmpdir=${folder}</listen><auth>EXTERNAL</auth>
       <policy context="default"><allow send_destination="*" eavesdrop="true"/>
       <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
    );
    const { answers } = onBus(`${OFFPRINT} status`, [`--config-file=${configuration}`]);
    expect(answers[0]?.value).toMatchObject({
      provider: 'memory',
      problem: expect.stringContaining('org.freedesktop.secrets'),
    });
  });

  it('no D-Bus: in memory, and it says so', () => {
    const { answers } = run('bash', ['-c', `${OFFPRINT} status; ${OFFPRINT} get a`]);
    expect(answers[0]?.value).toMatchObject({
      provider: 'memory',
      problem: expect.stringContaining('The keychain cannot be used: '),
    });
    expect(answers[1]?.error).toContain('The keychain cannot be used: ');
  });
});
