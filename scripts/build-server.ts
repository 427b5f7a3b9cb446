import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { CODE_DIGEST, codeDigest } from '../server/exports/reuse/fingerprint.ts';
import { emitClient } from './emit-client.ts';
import { BROWSER, PACKAGES, publishedManifest } from './published-manifest.ts';
import { isUpToDate } from './up-to-date.ts';

/** Files of the desktop app that are started by path. */
const DESKTOP_ENTRIES: readonly string[] = ['main/main.ts', 'main/utility-entry.ts'];

/** Files that are started by path. */
export const ENTRIES: readonly string[] = [
  'server/cli/main.js',
  'server/writer/main.ts',
  'server/exports/threads/thread.ts',
  'server/secrets/keychain-process.ts',
  'server/backup/snapshot-thread.ts',
  'server/store/check-thread.ts',
  'server/compare/compare-thread.ts',
  'server/retention/disk-use-thread.ts',
  'server/hosting/prepare-thread.ts',
  'server/exports/origin/docs-json-thread.ts',
  ...DESKTOP_ENTRIES,
];

/** Optional dependencies of ssh2, which would have to be compiled on installation. */
const NOT_COMPILED = ['cpu-features', /sshcrypto\.node$/];

type BuildOptions = Readonly<{ programs?: readonly string[]; desktop?: boolean }>;

/** Examples that the server offers. */
const EXAMPLES = ['examples/handbook', 'examples/agent-tasks'];

/**
 * Bundles the server and the main process of the desktop app. Each file that is started by path keeps its place in the
 * source tree; shared code goes to `server/chunks/`. Data files keep their places, too. Run as a program:
 * `node scripts/build-server.ts [folder]`, by default `dist`.
 * @param folder created from scratch; packages that are not bundled are looked up in `node_modules` of its parent
 *   folders
 * @param options.programs more files that are started by path
 * @param options.desktop whether to build the main process of the desktop app too
 * @throws if a module or a package would not find a file that it names
 */
export async function buildServer(
  root: string,
  folder: string,
  { programs = [], desktop = false }: BuildOptions = {},
): Promise<void> {
  const entries = ENTRIES.filter((file) => desktop || !DESKTOP_ENTRIES.includes(file));
  const partial = `${folder}.partial-${process.pid}`;
  fs.rmSync(partial, { recursive: true, force: true });
  try {
    for (const part of [...dataFiles(root), ...EXAMPLES]) {
      fs.cpSync(path.join(root, part), path.join(partial, part), { recursive: true });
    }
    for (const [place, file] of Object.entries(PACKAGE_FILES)) {
      if (!fs.existsSync(path.dirname(path.join(root, place)))) continue; // a test builds less
      fs.mkdirSync(path.dirname(path.join(partial, place)), { recursive: true });
      fs.copyFileSync(path.join(root, 'node_modules', file), path.join(partial, place));
    }
    const bundle = await rolldown({
      input: Object.fromEntries(
        [...entries, ...programs].map((file) => [withoutExtension(file), path.join(root, file)]),
      ),
      external: [...PACKAGES.map((name) => new RegExp(`^${name}($|/)`)), 'electron', ...NOT_COMPILED],
      platform: 'node',
      // Its main file is UMD, with an inner require() that no bundler follows.
      resolve: { alias: { 'jsonc-parser': path.join(root, 'node_modules/jsonc-parser/lib/esm/main.js') } },
      checks: { eval: false }, // a package of Koa creates functions by their number of arguments
      plugins: [withoutTransports, withoutBidi, httpWithoutFetch, places(root)],
    });
    await bundle.write({
      dir: partial,
      format: 'es',
      entryFileNames: '[name].js',
      chunkFileNames: 'server/chunks/[name]-[hash].js',
    });
    await bundle.close();
    const manifest = desktop ? desktopManifest(root) : publishedManifest(root);
    fs.writeFileSync(path.join(partial, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    fs.writeFileSync(
      path.join(partial, 'server', CODE_DIGEST),
      codeDigest(path.join(partial, 'server'), ['.']),
    );
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(partial, folder);
  } finally {
    fs.rmSync(partial, { recursive: true, force: true });
  }
}

/** Pino's transports are threads that are started by a path inside its package. The log needs none (server/log.ts). */
const withoutTransports: Plugin = {
  name: 'without-transports',
  load: (id) => (/[\\/]pino[\\/]lib[\\/]transport\.js$/.test(id) ? 'module.exports = undefined;' : null),
};

/** Puppeteer's second protocol, for Firefox: a chunk of 640 kB that our code never uses. */
const withoutBidi: Plugin = {
  name: 'without-bidi',
  load: (id) => (/[\\/]puppeteer-core[\\/]lib[\\/].*bidi[\\/]bidi\.js$/.test(id) ? 'export {};' : null),
};

/**
 * An import of `node:http` as a module reads each of its names, and one of them makes Node load its whole fetch client
 * (undici). This takes a sixth of the command line's startup time. The replacement leaves out those names.
 */
const httpWithoutFetch: Plugin = {
  name: 'http-without-fetch',
  resolveId: (id, _importer, { kind }) =>
    /^(node:)?http$/.test(id) && kind === 'import-statement' ? HTTP_WITHOUT_FETCH : null,
  load(id) {
    if (id !== HTTP_WITHOUT_FETCH) return null;
    const names = Object.entries(Object.getOwnPropertyDescriptors(http)).filter(([, { get }]) => !get);
    return `const http = process.getBuiltinModule('node:http');
      export const { ${names.map(([name]) => name).join(', ')} } = http;
      export default http;`;
  },
};
const HTTP_WITHOUT_FETCH = '\0http-without-fetch';

/**
 * The package.json for Electron: the browser is packaged next to it, and `desktopName` associates windows with the
 * app's entry.
 */
function desktopManifest(root: string): object {
  const packages = PACKAGES.filter((name) => name !== BROWSER);
  return { ...publishedManifest(root, packages), main: 'main/main.js', desktopName: 'offprint.desktop' };
}

/** Builds the server if a source is newer than the last build. */
export async function buildServerIfOld(root: string, folder: string, options: BuildOptions): Promise<void> {
  const output = path.join(path.relative(root, folder), 'package.json');
  if (!isUpToDate(root, output, SOURCES)) await buildServer(root, folder, options);
}

const SOURCES = [
  'server',
  'main',
  'shared',
  ...EXAMPLES,
  'scripts/build-server.ts',
  'scripts/published-manifest.ts',
  'package-lock.json',
  'package.json',
];

/** Files of packages of which nothing else is needed, by their place next to the module that reads them. */
const PACKAGE_FILES: Readonly<Record<string, string>> = {
  'server/exports/diagrams/mermaid.min.js': 'mermaid/dist/mermaid.min.js',
};

/** Lists files that server modules read next to them. */
function dataFiles(root: string): string[] {
  return fs
    .readdirSync(path.join(root, 'server'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(path.sep).includes('fixtures'));
}

/** Placeholder for the URL of a module until its file in the bundle is known. */
const MODULE = 'offprint-module:';

/**
 * Lets modules find files next to them even if they are in a chunk elsewhere: `import.meta.url` remains the place of
 * the module in the source tree, below the output folder.
 */
function places(root: string): Plugin {
  const besidePackages = new Set<string>();
  return {
    name: 'places',
    transform(code, id) {
      if (id.startsWith('\0')) return null; // a module of rolldown itself
      const file = path.relative(root, id).split(path.sep).join('/');
      if (/(^|\/)node_modules\//.test(file)) {
        if (NEEDS_NO_PLACE.test(file)) return code.replaceAll('__dirname', "''");
        if (OWN_PLACE.test(code)) besidePackages.add(id);
        return null;
      }
      if (/import\.meta\.(dirname|filename)/.test(code)) {
        this.error(`${file} uses import.meta.dirname or filename: the bundle knows import.meta.url alone.`);
      }
      for (const [, program = ''] of code.matchAll(/\bprogramBeside\(\s*import\.meta\.url,\s*'([^']+)'/g)) {
        const entry = `${path.posix.join(path.posix.dirname(file), program)}.ts`;
        if (!ENTRIES.includes(entry)) this.error(`${file} starts ${entry}: add it to ENTRIES.`);
      }
      const url = JSON.stringify(`${MODULE}${withoutExtension(file)}.js`);
      return code.includes('import.meta.url') ? code.replaceAll('import.meta.url', url) : null;
    },
    renderChunk(code, { fileName, moduleIds }) {
      const lost = moduleIds.find((id) => besidePackages.has(id));
      if (lost !== undefined)
        this.error(`${lost} looks for files beside itself: add its package to PACKAGES.`);
      const from = path.posix.dirname(fileName);
      return code.replaceAll(
        new RegExp(`(["'\`])${MODULE}([^"'\`]+)\\1`, 'g'),
        (_, _quote, file: string) =>
          `new URL(${JSON.stringify(path.posix.relative(from, file))}, import.meta.url).href`,
      );
    },
  };
}

/** Code of a package that would look for its files next to the chunk; comments do not count. */
const OWN_PLACE =
  /^(?!\s*(?:\*|\/\/)).*(?:\b__dirname\b|import\.meta\.(?:url|dirname|filename)|require\.resolve\()/m;

/**
 * Packages that name their folder but read nothing there: one contains its WebAssembly, the other means Pageant's
 * program on Windows.
 */
const NEEDS_NO_PLACE = /node_modules\/ssh2\/lib\/(protocol\/crypto\/poly1305|agent)\.js$/;

function withoutExtension(file: string): string {
  return file.replace(/\.[jt]s$/, '');
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  const folder = path.resolve(process.argv[2] ?? path.join(root, 'dist'));
  await buildServer(root, folder);
  emitClient(root, folder);
  process.stdout.write(`The server is in ${folder}\n`);
}
