import type { BackupKeys } from '../../backup/sealed-keys.ts';
import { adminKeyRows } from '../../store/keys.ts';
import { ApiError } from '../api-error.ts';
import { newBackup } from '../backup-schemas.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import type { Services } from '../services.ts';

/** The whole data folder as one file. */
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
        'Answers with a zip archive as it is made, while jobs go on: the database as it is now, and the files that it refers to. `offprint restore` makes a data folder of it. An answer that breaks off is no backup. Only the owner of the data folder may ask for keys.',
      scope: 'admin',
      body: newBackup,
      bodyOptional: true,
      idempotency: 'refused',
      responses: {
        200: {
          description: 'The archive.',
          mediaTypes: ['application/zip'],
          headers: {
            'Offprint-Content-Bytes':
              'Bytes of the files before compression: how far it has come can be told from it.',
          },
        },
        403: refusal('The key lacks the scope, or asked for keys.'),
      },
      handle: async ({ body: { passphrase }, caller }) => {
        if (passphrase !== undefined && !caller.isOwner) {
          throw new ApiError(
            403,
            "No key may take the other keys along. Make this backup on the server's own computer: offprint backup --with-keys",
          );
        }
        const { openBackup } = await import('../../backup/write-backup.ts'); // seldom used
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
            response.once('close', backup.close);
            backup.content
              .on('error', (error) => {
                log(`backup: ${error.message}`);
                response.destroy(); // the caller sees that it broke off
              })
              .pipe(response);
          },
        };
      },
    }),
  ];
}
