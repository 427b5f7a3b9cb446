import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ElectronApis } from './electron.types.ts';
import { externalUrl } from './external-links.ts';
import { fakeContents, fakeSession, isPrevented } from './fakes.test-support.ts';
import { guardContents, guardSession, guardSessions } from './navigation-guard.ts';

/** What the server shows of exports now. */
const SHOWN = 'http://5f2b8c04d19e47a6b3c2e8f10d7a9654.localhost:40211/';
const isShownSite = (url: string): boolean => url.startsWith(SHOWN);
/** What it serves to readers. */
const HOSTED = 'http://127.0.0.1:8080/';
const isHostedSite = (url: string): boolean => url.startsWith(HOSTED);

function guarded() {
  const app = new EventEmitter();
  const opened: string[] = [];
  const shell = { openExternal: async (url: string) => void opened.push(url) };
  guardContents({ app, shell } as unknown as ElectronApis, isShownSite, isHostedSite);
  const contents = fakeContents();
  app.emit('web-contents-created', {}, contents);
  return { contents, opened };
}

/** Addresses that look like ours, or would if they were compared as text. */
const ELSEWHERE = [
  'https://example.com/',
  'http://127.0.0.1:4750/',
  'file:///etc/passwd',
  'app://bundle.example/',
  'app://bundle@evil.example/',
  'app://user@bundle/',
  'app://bundle:81/',
  'app://bundl/',
  'app:bundle/',
  'apps://bundle/',
  'about:blank',
  'data:text/html,x',
  'javascript:alert(1)',
  'blob:app://bundle/5f0c',
  'app://bundle/api/v1/static-export/jobs/se_0000000000000000/report',
  'app://bundle/assets/index.js',
  'app://bundle/../',
  ' app://bundle.evil/',
  '',
];

describe('a page', () => {
  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
    'is kept to the interface: %s',
    (event) => {
      const { contents } = guarded();
      for (const url of ELSEWHERE.filter((text) => text !== 'app://bundle/../')) {
        expect(isPrevented(contents, event, { url, isMainFrame: true }), url).toBe(true);
      }
      for (const url of ['app://bundle/', 'app://bundle/#/exports', 'app://bundle/?locale=en-XA']) {
        expect(isPrevented(contents, event, { url, isMainFrame: true }), url).toBe(false);
      }
    },
  );

  it('shows exported sites in frames alone, and nothing else in a frame', () => {
    const { contents, opened } = guarded();
    const isStopped = (url: string, isMainFrame: boolean): boolean =>
      isPrevented(contents, 'will-frame-navigate', { url, isMainFrame });
    expect(isStopped(`${SHOWN}guide/a.html`, false)).toBe(false);
    expect(isStopped(SHOWN, true)).toBe(true);
    for (const url of [
      ...ELSEWHERE,
      'app://bundle/',
      'http://00000000000000000000000000000000.localhost:40211/',
    ])
      expect(isStopped(url, false), url).toBe(true);
    expect(contents.open(SHOWN)).toBe('deny');
    expect(opened).toEqual([SHOWN]);
  });

  it('opens no window, and hands the system nothing but HTTPS', () => {
    const { contents, opened } = guarded();
    for (const url of [...ELSEWHERE.slice(1), 'smb://host/share', 'ms-settings:x', 'mailto:a@b.example']) {
      expect(contents.open(url), url).toBe('deny');
    }
    expect(opened).toEqual([]);
    expect(contents.open('https://example.com/a?b#c')).toBe('deny');
    expect(opened).toEqual(['https://example.com/a?b#c']);
  });

  it('holds no web view', () => {
    expect(isPrevented(guarded().contents, 'will-attach-webview')).toBe(true);
  });
});

it.each([
  ['https://example.com', 'https://example.com/'],
  ['HTTPS://EXAMPLE.com/a b', 'https://example.com/a%20b'],
  ['http://example.com/', undefined],
  ['https://user:secret@example.com/', undefined],
  ['file:///bin/sh', undefined],
  ['javascript:alert(1)', undefined],
  ['ms-msdt:/id', undefined],
  ['not an address', undefined],
  [`https://example.com/${'a'.repeat(3000)}`, undefined],
])('external: %s', (text, expected) => {
  expect(externalUrl(text)).toBe(expected);
});

/** Every name that this version of Electron knows. */
function permissions(): string[] {
  const text = fs.readFileSync('node_modules/electron/electron.d.ts', 'utf8');
  const lists = [...text.matchAll(/permission: ((?:'[a-zA-Z-]+' ?\|? ?)+)/g)].flatMap((match) =>
    [...(match[1] ?? '').matchAll(/'([a-zA-Z-]+)'/g)].map((name) => name[1] ?? ''),
  );
  return [...new Set([...lists, 'local-network', 'loopback-network', 'local-network-access', 'unheard-of'])];
}

describe('a session', () => {
  it('permits nothing but copying, and that to the interface alone', () => {
    const session = fakeSession();
    guardSession(session.asSession, isShownSite);
    const known = permissions();
    expect(known.length).toBeGreaterThan(20);
    const allowed = (url: string, permission: string, isMainFrame = true): boolean[] => {
      const contents = url === '' ? null : fakeContents(url);
      const answers = [session.check?.(contents, permission, '', { isMainFrame }) === true];
      session.request?.(contents, permission, (decision) => answers.push(decision), { isMainFrame });
      return answers;
    };
    for (const permission of known) {
      const isCopying = permission === 'clipboard-sanitized-write';
      expect(allowed('app://bundle/', permission), permission).toEqual([isCopying, isCopying]);
      expect(allowed('https://example.com/', permission), permission).toEqual([false, false]);
      expect(allowed('app://bundle/', permission, false), permission).toEqual([false, false]);
      if (session.check) expect(session.check(null, permission, '', { isMainFrame: true })).toBe(false);
    }
    expect(session.device?.()).toBe(false);
    session.media?.({}, (streams) => expect(streams).toEqual({}));
    expect(session.spelling).toBe(false);
  });

  it('reaches nothing of the network', () => {
    const session = fakeSession();
    guardSession(session.asSession, isShownSite);
    const cancels = (url: string): boolean | undefined => {
      let canceled: boolean | undefined;
      session.before?.({ url }, ({ cancel }) => {
        canceled = cancel;
      });
      return canceled;
    };
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1:4750/',
      'ws://localhost/',
      'file:///etc/passwd',
      'app://other/',
      'ftp://x/',
      'chrome-extension://x/',
    ]) {
      expect(cancels(url), url).toBe(true);
    }
    for (const url of [
      'app://bundle/',
      'app://bundle/api/v1/settings',
      'data:image/png;base64,x',
      'blob:app://bundle/5f',
      `${SHOWN}assets/site.css`,
    ]) {
      expect(cancels(url), url).toBe(false);
    }
  });

  it('saves what the interface made itself, and no other download', () => {
    const session = fakeSession();
    guardSession(session.asSession, isShownSite);
    const isStopped = (url: string): boolean => {
      let stopped = false;
      session.events.emit('will-download', { preventDefault: () => (stopped = true) }, { getURL: () => url });
      return stopped;
    };
    expect(isStopped('blob:app://bundle/5f')).toBe(false);
    expect(isStopped('https://example.com/x.exe')).toBe(true);
    expect(isStopped('app://bundle/api/bundles/x')).toBe(true);
  });

  it('is guarded whichever it is', () => {
    const app = new EventEmitter();
    guardSessions({ app } as unknown as ElectronApis, isShownSite);
    const session = fakeSession();
    app.emit('session-created', session.asSession);
    expect(session.check).toBeDefined();
  });
});
