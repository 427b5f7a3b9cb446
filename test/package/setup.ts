import { buildInterface } from '../../scripts/build-interface.ts';

/** Runs once: both files would build it at the same time. */
export default async function setup(): Promise<void> {
  await buildInterface(process.cwd());
}
