import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildInterface } from '../interface/launch.ts';

/** Static checks of the sources and of what is built from them. */
beforeAll(buildInterface);

function sourcesOf(folder: string): [file: string, text: string][] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|test-support\.ts$|^dist/.test(name))
    .map((name) => [`${folder}/${name}`, fs.readFileSync(path.join(folder, name), 'utf8')]);
}

function filesWith(pattern: RegExp, folder = 'main'): string[] {
  return sourcesOf(folder)
    .filter(([, text]) => pattern.test(text))
    .map(([file]) => file);
}

describe('the main process', () => {
  it('makes windows in one place', () => {
    expect(filesWith(/new (electron\.)?BrowserWindow\b/)).toEqual(['main/window.ts']);
    expect(filesWith(/\b(WebContentsView|BrowserView|BaseWindow)\b/)).toEqual([]);
    expect(
      filesWith(
        /nodeIntegration|webviewTag|webSecurity|allowRunningInsecureContent|enableBlinkFeatures|experimentalFeatures/,
      ),
    ).toEqual([]);
  });

  it('answers calls in one place', () => {
    expect(filesWith(/\bipcMain\b/)).toEqual([]);
    expect(filesWith(/\.ipc\.(handle|on)\b/)).toEqual(['main/ipc.ts']);
  });

  it('opens nothing by path', () => {
    expect(filesWith(/openPath/)).toEqual([]);
    expect(filesWith(/^import (?!type )[^;]*child_process/m)).toEqual([]);
    expect(filesWith(/\.openExternal\(/)).toEqual(['main/navigation-guard.ts']);
    expect(filesWith(/\.showItemInFolder\(/)).toEqual(['main/save-files.ts']);
  });

  it('says nothing but what stands in the messages', () => {
    expect(filesWith(/\b(label|message|detail|title|body|buttons):\s*\[?['"`][A-Z&]/)).toEqual([
      'main/window.ts',
    ]); // its name
    expect(filesWith(/showErrorBox\(\s*['"`]/)).toEqual([]);
  });

  it('imports Electron in one place; elsewhere it is handed in', () => {
    expect(filesWith(/^import (?!type )[^;]*from 'electron'/m)).toEqual(['main/main.ts']);
  });

  it('uses of Electron what the list of gaps names, no more and no less', () => {
    const [, names = ''] =
      /import \{([^}]*)\} from 'electron'/.exec(fs.readFileSync('main/main.ts', 'utf8')) ?? [];
    const used = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const listed = [...fs.readFileSync('test/KNOWN_GAPS.md', 'utf8').matchAll(/^\| `(\w+)` \|/gm)].map(
      ([, name]) => name,
    );
    expect(used.length).toBeGreaterThan(10);
    expect(listed.sort()).toEqual(used.sort());
    const standIn = fs.readFileSync('test/stand-in/electron.ts', 'utf8');
    for (const name of used) expect(standIn, name).toMatch(new RegExp(`export const ${name}\\b`));
    expect(used).not.toContain('safeStorage');
    expect(used).not.toContain('autoUpdater');
    expect(used).not.toContain('crashReporter');
  });
});

it('is one preload script, of one file, that requires Electron alone', () => {
  expect(fs.readdirSync('preload/dist')).toEqual(['preload.cjs']);
  const text = fs.readFileSync('preload/dist/preload.cjs', 'utf8');
  expect([...text.matchAll(/require\(([^)]*)\)/g)].map(([, name]) => name)).toEqual(['"electron"']);
  expect(
    [...text.matchAll(/electron\.(\w+)/g)]
      .map(([, name]) => name)
      .filter((name, at, all) => all.indexOf(name) === at)
      .sort(),
  ).toEqual(['contextBridge', 'ipcRenderer', 'webUtils']);
  expect(text).not.toMatch(/sendSync|\bimport\(|\beval\b|new Function/);
});

describe('the interface', () => {
  it('is built without inline code, without addresses of the network, without source maps', () => {
    const files = fs.readdirSync('renderer/dist', { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
    const html = fs.readFileSync('renderer/dist/index.html', 'utf8');
    expect(html).not.toMatch(/<style|style=|\son\w+=|<base|<meta http-equiv/i);
    for (const [script = ''] of html.matchAll(/<script[^>]*>[^<]*/g))
      expect(script).toMatch(/ src="\.\/assets\/[^"]+">$/);
    for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]*)"/g))
      expect(address).toMatch(/^\.\/assets\//);
    for (const name of files.filter((file) => file.endsWith('.css'))) {
      const css = fs.readFileSync(path.join('renderer/dist', name), 'utf8');
      expect(css, name).not.toMatch(/@import|url\(\s*["']?(https?:)?\/\//);
    }
    for (const name of files.filter((file) => file.endsWith('.js'))) {
      const text = fs.readFileSync(path.join('renderer/dist', name), 'utf8');
      expect(text, name).not.toMatch(/sourceMappingURL=/);
      expect(text, name).not.toMatch(
        /(?:fetch|import|EventSource|WebSocket|importScripts)\(\s*["'`](?:https?|wss?):/,
      );
    }
  });
});

it('every package of the lock file has a checksum', () => {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { integrity?: string; link?: boolean }>;
  };
  const without = Object.entries(packages).filter(
    ([name, { integrity, link }]) => name !== '' && !link && !integrity?.startsWith('sha512-'),
  );
  expect(without.map(([name]) => name)).toEqual([]);
});

describe('docs/security.md', () => {
  const rows = [...fs.readFileSync('docs/security.md', 'utf8').matchAll(/^\| (\d+) \| .* \| (.*) \|$/gm)].map(
    ([, number = '', tests = '']) => [Number(number), tests] as const,
  );

  it('has every item of the list', () => {
    const wanted = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(rows.map(([number]) => number).sort((a, b) => a - b)).toEqual(wanted);
  });

  it.each(rows)('names tests for item %i that are there', (_number, tests) => {
    for (const entry of tests.split('; ')) {
      const [, file = '', title = ''] = /^`([^`]+)` (.+)$/.exec(entry) ?? [];
      const text = fs.readFileSync(file, 'utf8').toLowerCase();
      const titles = [...text.matchAll(/(?:\b(?:it|test|describe)(?:\.\w+)?\(|\)\()\s*(["'`])(.*?)\1,/g)].map(
        ([, , one]) => one,
      );
      expect(
        titles.some((one) => one?.includes(title.toLowerCase())),
        entry,
      ).toBe(true);
    }
  });
});
