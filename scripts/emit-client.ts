import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The part of a package.json that points to the compiled `offprint/client`. */
const EXPORTS = {
  './client': { types: './client/client.d.ts', default: './client/client.js' },
  './package.json': './package.json',
};

/**
 * Compiles `client/` into a package, as scripts and declarations: Node does not strip types under `node_modules`.
 * @param folder of the package, which already has its package.json
 * @throws Error with the compiler's output
 */
export function emitClient(root: string, folder: string): void {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [compiler, '-p', path.join(root, 'client/tsconfig.json'), '--outDir', path.join(folder, 'client')],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The client cannot be compiled:\n${stdout}${stderr}`);
  const file = path.join(folder, 'package.json');
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
  fs.writeFileSync(file, `${JSON.stringify({ ...manifest, exports: EXPORTS }, null, 2)}\n`);
}
