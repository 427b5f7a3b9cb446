import { buildInterface } from '../../scripts/build-interface.ts';
import buildServer from '../global-setup.ts';

/** Runs once: both files would build the interface concurrently, and the stand-in needs the server of the tests. */
export default async function setup(): Promise<void> {
  await buildServer();
  await buildInterface(process.cwd());
}
