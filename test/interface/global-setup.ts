import fs from 'node:fs';
import setup from '../global-setup.ts';
import { buildInterface } from './launch.ts';
import { SEEDED } from './pages/seeded.ts';

/** Runs once before the specs: builds the programs that they start, and the interface. */
export default async function setupInterface(): Promise<void> {
  await setup();
  buildInterface();
  fs.rmSync(SEEDED, { recursive: true, force: true });
}
