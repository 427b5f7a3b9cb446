import type { BackupKeys } from '../../backup/sealed-keys.ts';
import { adminKeyRows } from '../../store/keys.ts';
import { ApiError } from '../api-error.ts';
import { newBackup } from '../backup-schemas.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import type { Services } from '../services.ts';
import { whenClosed } from '../when-closed.ts';

/** Returns the endpoints for backups: the whole data folder as one file. */
export function backupEndpoints({ host, secrets, log }: Services, release: string): Endpoint[] {
  const keysOf = async (): Promise<BackupKeys> => {
    const found = new Map<string, Buffer>();
    for (const name of secrets.names()) {
      const value = await secrets.get(name);
      if (value) found.set(name, value);
    }
    return { secrets: found, adminKeys: adminKeyRows(host.store()) };
  };
  return [
    endpoint({
      method: 'POST',
      path: '/v1/backups',
      operationId: 'createBackup',
      tag: 'Backups',
      summary: 'Make a backup of the data folder',
      description:
        'Streams a zip archive of the current database and the files it refers to. Jobs keep running meanwhile. `offprint restore` creates a data folder from the archive. An incomplete response cannot be restored. Only the owner of the data folder can include keys.',
      scope: 'admin',
      body: newBackup,
      bodyOptional: true,
      idempotency: 'refused',
      responses: {
        200: {
          description: 'The archive.',
          mediaTypes: ['application/zip'],
          headers: {
            'Offprint-Content-Bytes': 'Size of the files before compression, for showing progress.',
          },
        },
        403: refusal('The key lacks the required scope, or the request asked to include keys.'),
      },
      handle: async ({ body: { passphrase }, caller }) => {
        if (passphrase !== undefined && !caller.isOwner) {
          throw new ApiError(
            403,
            'A backup made with an API key cannot include keys. To include them, run this on the computer that runs the server: offprint backup --with-keys',
          );
        }
        const { openBackup } = await import('../../backup/write-backup.ts'); // rarely used
        const backup = await openBackup({
          dataFolder: host.dataFolder,
          store: host.store,
          release,
          keyNames: {
            secrets: secrets.names(),
            adminKeys: adminKeyRows(host.store()).map(({ name }) => String(name)),
          },
          keys: passphrase === undefined ? undefined : { keys: await keysOf(), passphrase },
        });
        return {
          respond: (_request, response) => {
            response.writeHead(200, {
              'content-type': 'application/zip',
              'content-disposition': 'attachment; filename="offprint-backup.zip"',
              'offprint-content-bytes': String(backup.totalBytes),
            });
            whenClosed(response, backup.close);
            backup.content
              .on('error', (error) => {
                log(`backup: ${error.message}`);
                response.destroy(); // the caller sees an aborted download
              })
              .pipe(response);
          },
        };
      },
    }),
  ];
}
