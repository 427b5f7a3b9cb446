import { importsOf, sourceFiles } from './imports.ts';

/**
 * Imports that are forbidden (docs/architecture.md). `from` is a folder. `forbidden` matches a path from the root of
 * the repository, or the name of a package.
 */
const RULES: readonly Readonly<{
  from: string;
  /** The one file that is exempt. */
  except?: string;
  forbidden: RegExp;
  why: string;
  values?: true;
}>[] = [
  {
    from: 'client/',
    forbidden: /^(?!node:|client\/)/,
    why: 'a program that uses the client gets nothing of the server with it',
    values: true,
  },
  {
    from: 'shared/',
    forbidden: /^(?!shared\/|vitest$)/,
    why: 'what the server and the interface have in common needs neither',
  },
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
    from: 'renderer/',
    forbidden: /^(server|preload)\//,
    why: 'of the server and the bridge it takes types alone',
    values: true,
  },
  {
    from: 'main/',
    forbidden: /^(renderer\/(?!messages\/)|preload\/)/,
    why: 'the main process knows of its page only what the contract says, and the messages',
  },
  {
    from: 'main/',
    except: 'main/main.ts',
    forbidden: /^electron$/,
    why: 'main.ts alone imports Electron and hands it in',
    values: true,
  },
  {
    from: 'preload/',
    forbidden: /^(?!electron$|\.|preload\/)/,
    why: 'the preload script is one file that knows types alone',
    values: true,
  },
  {
    from: 'server/',
    forbidden: /^server\/cli\//,
    why: 'nothing but the command line needs the command line',
  },
  {
    from: 'server/store/',
    forbidden: /^server\/(exports|bundles|cli|publications)\//,
    why: 'the store knows the types of its users, not their code',
    values: true,
  },
  {
    from: 'server/bundles/',
    forbidden: /^server\/(exports|cli)\//,
    why: 'bundles are read and written without exports',
  },
  {
    from: 'server/secrets/',
    forbidden: /^server\/(api|bundles|cli|exports)\//,
    why: 'secrets know the store and the host, not what they are for',
  },
  {
    from: 'server/docs-site/',
    forbidden: /^server\/(?!docs-site\/|trim-trailing\.ts$)/,
    why: 'the generator of docs.json sites knows files and nothing else',
  },
  {
    from: 'server/publications/',
    forbidden: /^server\/(api|cli|exports|agents|agent-jobs)\//,
    why: 'what publishes bundles knows neither how they are made nor who asks',
  },
  {
    from: 'server/hosting/',
    forbidden: /^server\/(api|cli|exports|agents|agent-jobs|publications|store|writer)\//,
    why: 'a host runs where there is neither an export nor a data folder',
  },
  {
    from: 'server/publications/targets/',
    forbidden: /^server\/(store|bundles|secrets|writer)\//,
    why: 'a target knows files, not what they are',
  },
  {
    from: 'server/agents/',
    forbidden: /^server\/(api|cli|exports|bundles|store)\//,
    why: 'agent jobs know neither the API nor the exports; what they store goes through interfaces of their own',
    values: true,
  },
  {
    from: 'server/agents/model/',
    forbidden: /^(node:(fs|child_process)|server\/agents\/(?!model\/))/,
    why: 'a model server is talked to without files, programs or knowledge of what is edited',
  },
  {
    from: 'server/',
    forbidden: /^test\/(?!stand-ins\/)/,
    why: 'tests beside the source share what lies in test/stand-ins/; end-to-end tests stand above them',
  },
  {
    from: 'main/',
    forbidden: /^test\/(?!stand-ins?\/)/,
    why: 'tests beside the source share what lies in test/stand-ins/; end-to-end tests stand above them',
  },
  {
    from: 'server/exports/settings/',
    forbidden: /^server\/(?!exports\/settings\/)/,
    why: 'settings do not know what reads them',
  },
  {
    from: 'server/exports/render/',
    forbidden: /^server\/exports\/(verify|job)\//,
    why: 'what renders a page does not know what checks the bundle',
  },
  {
    from: 'server/exports/render/in-page/',
    forbidden: /^(node:|(?!server\/|\.))/,
    why: 'it runs in the page: no Node and no package is there',
    values: true,
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

/** Lists the imports that break a rule, each as a sentence. */
export function importFaults(root = process.cwd()): string[] {
  const faults: string[] = [];
  for (const file of sourceFiles(root, ['client', 'server', 'main', 'preload', 'renderer', 'shared'])) {
    const isTest = /\.test\.ts$|test-support\.ts$/.test(file);
    for (const { target, typeOnly } of importsOf(root, file)) {
      for (const rule of RULES) {
        if (!file.startsWith(rule.from) || file === rule.except) continue;
        if (isTest && (rule.values || target.startsWith('node:'))) continue;
        if (!rule.forbidden.test(target) || (rule.values && typeOnly)) continue;
        if (rule.forbidden.source.includes('server\\/cli') && file.startsWith('server/cli/')) continue;
        faults.push(`${file} imports ${target}: ${rule.why}`);
      }
    }
  }
  return faults;
}
