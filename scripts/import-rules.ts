import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'es-module-lexer/js';

/**
 * Who may import whom (docs/architecture.md). `from` is a folder; what is imported is a path from the root of the
 * repository, or the name of a package.
 */
const RULES: readonly Readonly<{ from: string; forbidden: RegExp; why: string; values?: true }>[] = [
  {
    from: 'server/',
    forbidden: /^(electron($|\/)|main\/|preload\/|renderer\/)/,
    why: 'the server runs without Electron: what differs between hosts is a port',
  },
  {
    from: 'renderer/',
    forbidden: /^(node:|server\/(?!.*\.types\.ts$)|main\/)/,
    why: 'the interface runs in a browser',
  },
  {
    from: 'server/',
    forbidden: /^server\/cli\//,
    why: 'nothing but the command line needs the command line',
  },
  {
    from: 'server/store/',
    forbidden: /^server\/(exports|bundles|cli)\//,
    why: 'the store knows the types of its users, not their code',
    values: true,
  },
  {
    from: 'server/bundles/',
    forbidden: /^server\/(exports|cli)\//,
    why: 'bundles are read and written without exports',
  },
  {
    from: 'server/exports/parse/',
    forbidden: /^(node:|server\/(?!exports\/parse\/))/,
    why: 'parsers are pure: text in, places out',
  },
  {
    from: 'server/exports/rewrite/',
    forbidden: /^(node:(?!crypto)|server\/(store|bundles|cli)\/)/,
    why: 'rewriting is pure',
  },
];

/** The imports that break a rule, each as a sentence. */
export function importFaults(root = process.cwd()): string[] {
  const faults: string[] = [];
  for (const file of sourceFiles(root)) {
    const isTest = /\.test\.ts$|test-support\.ts$/.test(file);
    for (const { target, typeOnly } of importsOf(root, file)) {
      for (const rule of RULES) {
        if (!file.startsWith(rule.from) || (isTest && (rule.values || target.startsWith('node:')))) continue;
        if (!rule.forbidden.test(target) || (rule.values && typeOnly)) continue;
        if (rule.forbidden.source.includes('server\\/cli') && file.startsWith('server/cli/')) continue;
        faults.push(`${file} imports ${target}: ${rule.why}`);
      }
    }
  }
  return faults;
}

function importsOf(root: string, file: string): { target: string; typeOnly: boolean }[] {
  const source = fs.readFileSync(path.join(root, file), 'utf8');
  const [imports] = parse(source, file);
  return imports.flatMap((entry) => {
    const specifier = 'specifier' in entry ? entry.specifier : null;
    if (typeof specifier !== 'string') return [];
    const statement = source.slice(entry.importStart, entry.importEnd);
    const typeOnly = /^(import|export)\s+type\b/.test(statement);
    const target = specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), specifier)
      : specifier;
    return [{ target, typeOnly }];
  });
}

function sourceFiles(root: string): string[] {
  const folders = ['server', 'main', 'preload', 'renderer'].filter((folder) =>
    fs.existsSync(path.join(root, folder)),
  );
  return folders
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name}`),
    )
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !name.includes('/fixtures/'));
}
