import { expect, test } from '../spec.ts';
import { launchSeeded, overflowOf, picture, places, settled } from './seeded.ts';

// Only full runs have a project for this: in other runs pages.spec.ts narrows the window.
test('every page that is opened in a narrow window fits it', async () => {
  const app = await launchSeeded();
  for (const [name, hash] of places()) {
    await app.open(hash);
    await settled(app);
    expect(await overflowOf(app), name).toBe(0);
    await picture(app, name);
  }
  await app.close();
});
