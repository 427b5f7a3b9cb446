import { isFullRun } from '../../stand-ins/full.ts';
import { expect, test } from '../spec.ts';
import { launchSeeded, overflowOf, picture, places, settled } from './seeded.ts';

test('every page that is opened in a narrow window fits it', async () => {
  test.skip(!isFullRun, 'pages.spec.ts makes the window narrow; OFFPRINT_TEST_FULL=1 opens each page in one');
  const app = await launchSeeded();
  for (const [name, hash] of places()) {
    await app.open(hash);
    await settled(app);
    expect(await overflowOf(app), name).toBe(0);
    await picture(app, name);
  }
  await app.close();
});
