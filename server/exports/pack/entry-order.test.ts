import path from 'node:path';
import { expect, it } from 'vitest';
import { storedEntry, temporaryFolder } from '../../bundles/archive.test-support.ts';
import { createArchive } from '../../bundles/archive.ts';
import { readArchive } from '../../bundles/read.ts';
import { newSigningKey } from '../../bundles/signing.test-support.ts';
import { addManifestAndSignature, inEntryOrder } from './entry-order.ts';

it('files of ours stand among those of the site, sorted by the bytes of their paths', async () => {
  const resources = ['B.html', 'a.html', 'm/x.html'].map((place) => ({ path: place }));
  const own = ['zz/', 'A.js', 'b.js'].map((place) => ({ path: place, files: async () => [place] }));
  const order: string[] = [];
  for await (const file of inEntryOrder(resources, own, (resource) => resource.path)) order.push(file);
  expect(order).toEqual(['A.js', 'B.html', 'a.html', 'b.js', 'm/x.html', 'zz/']);
});

it('the manifest is written behind the files, and its signature last', async () => {
  const file = path.join(temporaryFolder(), 'bundle.zip');
  const archive = await createArchive(file, 'zip');
  await archive.add(storedEntry('z.html', 'Text'));
  await addManifestAndSignature(archive, '{}\n', newSigningKey());
  await archive.finish();
  const names: string[] = [];
  for await (const entry of readArchive(file)) names.push(entry.path);
  expect(names).toEqual(['z.html', 'offprint.json', 'offprint.json.sig']);
});
