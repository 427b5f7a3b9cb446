import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { emitClient } from '../scripts/emit-client.ts';
import { publishedManifest } from '../scripts/published-manifest.ts';
import { temporaryFolder } from '../test/stand-ins/fixture-site.ts';
import { isFullRun } from '../test/stand-ins/full.ts';

const run = promisify(execFile);

it('is made from the schemas that the API validates with', async () => {
  const folder = temporaryFolder('generated');
  await run('node', ['scripts/build-client.ts', folder]);
  for (const file of ['operations.ts', 'api.types.ts']) {
    const made = fs.readFileSync(path.join(folder, file), 'utf8');
    expect(
      made === fs.readFileSync(`client/generated/${file}`, 'utf8'),
      `run npm run build:client: ${file}`,
    ).toBe(true);
  }
}, 120_000);

/** A program that uses the package, including what it must not write. */
const PROGRAM = `import { type Bundle, createClient, OffprintError } from 'offprint/client';
const client = createClient({ url: 'http://127.0.0.1:1', key: 'offp_x', retryForMs: 0 });
export async function bundleOf(domain: string): Promise<Bundle> {
  const { jobId } = await client.startStaticExportJob({ domain });
  const { status }: { status: 'queued' | 'running' | 'completed' | 'failed' } = await client.waitForExport(jobId);
  // @ts-expect-error there is no such status
  void (status === 'active');
  // @ts-expect-error the prompt is missing
  void client.createAgentJob({ projectId: 'x' });
  // @ts-expect-error a job has no such field
  void (await client.getExportJob({ jobId })).link;
  void client.listExportJobs();
  return client.generateExportBundle({ jobId });
}
await bundleOf('docs.example').catch((error) => console.log(error instanceof OffprintError, error.code));
`;

it.runIf(isFullRun)(
  'works as a package: compiled, typed, alone',
  async () => {
    const folder = temporaryFolder('program');
    const published = path.join(folder, 'node_modules/offprint');
    fs.mkdirSync(published, { recursive: true });
    fs.writeFileSync(path.join(published, 'package.json'), JSON.stringify(publishedManifest()));
    emitClient(process.cwd(), published);
    fs.symlinkSync(path.resolve('node_modules/@types'), path.join(folder, 'node_modules/@types'), 'dir');
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    fs.writeFileSync(path.join(folder, 'program.ts'), PROGRAM);
    const compilerOptions = {
      target: 'es2025',
      module: 'nodenext',
      types: ['node'],
      strict: true,
      noEmit: true,
    };
    fs.writeFileSync(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['program.ts'] }),
    );
    const compiler = path.resolve('node_modules/typescript/bin/tsc');
    const { stdout: said } = await run('node', [compiler, '-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(said).toBe('');
    const { stdout } = await run('node', [path.join(folder, 'program.ts')]);
    expect(stdout).toBe('true unreachable\n');
  },
  120_000,
);
