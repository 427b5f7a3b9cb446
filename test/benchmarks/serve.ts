import { listDirectory } from '../../server/exports/origin/list-directory.ts';
import { serveDirectory } from '../../server/exports/origin/serve-directory.ts';

/** Serves a folder on a loopback port for another program to copy; prints the address. */
const { address } = await serveDirectory(await listDirectory(process.argv[2] ?? '.', null), { isOpen: true });
process.stdout.write(`${address}\n`);
