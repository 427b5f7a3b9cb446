import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AgentServer, startAgentServer } from '../../server/api/agent.test-support.ts';
import { domainOf, makeProject, type Project } from '../../server/api/test-support.ts';
import { temporaryFolder } from '../stand-ins/fixture-site.ts';
import { firstOf, isFullRun } from '../stand-ins/full.ts';
import { policies } from '../stand-ins/model-policies.ts';

const run = promisify(execFile);
const FIXTURES = path.resolve('test/contract/fixtures');
const GENERATOR = 'test/contract/generate-types.ts';
const PROGRAMS = ['domain-edition', 'project-edition', 'agent-editions'] as const;

let server: AgentServer;
beforeAll(async () => {
  server = await startAgentServer({ ...(policies.happy && { policy: policies.happy }) });
});

/**
 * A folder with the programs, each next to the types generated from its description. Node needs no types to run them.
 * Only full runs compile them, so other runs generate the types of one program, to check that the generator accepts the
 * description.
 */
async function generated(descriptionOf: (name: string) => string): Promise<string> {
  const folder = temporaryFolder('clients');
  fs.symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'dir');
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of PROGRAMS) {
    fs.copyFileSync(path.join(FIXTURES, 'clients', `${name}.ts`), path.join(folder, `${name}.ts`));
    if (!firstOf(1, PROGRAMS).includes(name)) continue;
    const description = path.join(folder, `${name}.json`);
    fs.writeFileSync(description, descriptionOf(name));
    await run('node', [GENERATOR, description, path.join(folder, `${name}.types.d.ts`)]);
  }
  const compilerOptions = {
    target: 'es2025',
    lib: ['es2025', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
  };
  const config = { compilerOptions, include: ['*.ts'] };
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  return folder;
}

/** Compiler errors of the programs; empty if they match their types. */
async function compilerSays(folder: string): Promise<string> {
  const compiler = path.resolve('node_modules/typescript/bin/tsc');
  const { stdout } = await run('node', [compiler, '-p', folder]).catch((error: { stdout: string }) => error);
  return stdout;
}

/**
 * Runs a program against the server.
 * @returns its output
 */
async function told(
  folder: string,
  name: (typeof PROGRAMS)[number],
  env: NodeJS.ProcessEnv,
): Promise<unknown> {
  const { stdout } = await run('node', [path.join(folder, `${name}.ts`)], {
    env: { PATH: process.env.PATH, BASE_URL: server.url, ADMIN_API_KEY: server.keys.write, ...env },
  });
  return JSON.parse(stdout);
}

const published = (name: string): string => fs.readFileSync(path.join(FIXTURES, `${name}.json`), 'utf8');

/** Sources of the types: the platform's published descriptions, and this server's own. */
describe.each(firstOf(1, ['our /openapi.json', 'the published descriptions']))(
  'clients generated from %s',
  (source) => {
    let folder: string;
    let project: Project;
    beforeAll(async () => {
      project = await makeProject(server);
      const ours = await (await fetch(`${server.url}/openapi.json`)).text();
      folder = await generated(source === 'our /openapi.json' ? () => ours : published);
    });

    it.runIf(isFullRun)('fit their types', async () => {
      expect(await compilerSays(folder)).toBe('');
    });

    it('start by domain, poll, ask for the link and download', async () => {
      expect(await told(folder, 'domain-edition', { DOMAIN: domainOf(project) })).toEqual({
        pages: 2,
        file: expect.stringMatching(/^docs-\S+\.example-[0-9a-f]{12}\.tar\.gz$/),
        isWhole: true,
        isValid: true,
        absent: [404, 'string'],
      });
    });

    it('start by project, are refused a second job, poll until the link is there and download', async () => {
      expect(await told(folder, 'project-edition', { PROJECT_ID: project.projectId })).toEqual({
        second: 409,
        file: expect.stringMatching(/^docs-\S+-export-\d{4}-\d{2}-\d{2}\.tar\.gz$/),
        isWhole: true,
      });
    });

    it.runIf(isFullRun)('run agent jobs of the first and of the second edition', async () => {
      expect(await told(folder, 'agent-editions', { PROJECT_ID: server.projectId })).toEqual({
        streamed: true,
        session: true,
        link: true,
        listed: [true],
        prLink: true,
      });
    });
  },
);
