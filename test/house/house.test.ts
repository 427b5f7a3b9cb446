import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiPage } from '../../scripts/api-reference.ts';
import { browserScripts, scriptFaults } from '../../scripts/browser-scripts.ts';
import { PACKAGES, publishedManifest } from '../../scripts/published-manifest.ts';
import { exitCodesPage, settingsPage } from '../../scripts/settings-table.ts';

/** `npm run check` covers imports, cycles and licences. */
describe('the house', () => {
  it('ships the scripts that its modules give, small enough', async () => {
    expect(scriptFaults(await browserScripts())).toEqual([]);
  });

  it('publishes a package that depends on what stays a package, and on nothing else', () => {
    const { dependencies = {}, ...manifest } = publishedManifest();
    expect(Object.keys(dependencies)).toEqual(PACKAGES);
    for (const name of ['devDependencies', 'optionalDependencies', 'scripts', 'private']) {
      expect(manifest).not.toHaveProperty(name);
    }
    expect(manifest).toMatchObject({ name: 'offprint', engines: { node: '>=24' } });
  });

  it('documents exactly the settings that it validates', () => {
    expect(fs.readFileSync('docs/settings.md', 'utf8')).toBe(settingsPage());
    expect(fs.readFileSync('docs/exit-codes.md', 'utf8')).toBe(exitCodesPage());
  });

  it('documents exactly the API that it serves', () => {
    expect(fs.readFileSync('docs/api.md', 'utf8')).toBe(apiPage());
  });

  it('needs no install script: npm is told to run none', () => {
    expect(fs.readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  });

  it('names no registry in the lock file', () => {
    const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { resolved?: string }>;
    };
    expect(Object.values(lock.packages).filter((entry) => entry.resolved !== undefined)).toEqual([]);
  });
});
