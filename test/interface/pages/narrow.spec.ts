import { expect, test } from '../spec.ts';
import { launchSeeded, picture, places, settled } from './seeded.ts';

test('every page fits a narrow window', async () => {
  const app = await launchSeeded();
  for (const [name, hash] of places()) {
    await app.open(hash);
    await settled(app);
    const overflow = await app.page.evaluate(() => {
      const main = document.querySelector('main');
      return main ? main.scrollWidth - main.clientWidth : 0;
    });
    expect(overflow, name).toBe(0);
    await picture(app, name);
  }
  await app.close();
});
