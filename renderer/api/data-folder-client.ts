import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import type { Send } from './client.ts';
import { saveAnswer } from './save-answer.ts';

/** A browser keeps a download created by a page in memory. Larger backups should use the command line. */
const DOWNLOAD_MAX_BYTES = 2 * 2 ** 30;

/** API calls that download a backup of the data folder or a diagnostics archive. */
export function dataFolderCalls({ send }: Pick<Send, 'send'>) {
  const today = (): string => new Date().toISOString().slice(0, 10);
  return {
    /** Saves a backup as a download. @param passphrase encrypts the keys; without it they are left out @throws Error */
    saveBackup: async (passphrase: string | undefined): Promise<void> => {
      const answer = await send('POST', '/v1/backups', passphrase === undefined ? {} : { passphrase });
      const bytes = Number(answer.headers.get('offprint-content-bytes'));
      if (bytes > DOWNLOAD_MAX_BYTES) {
        await answer.body?.cancel();
        throw new Error(t('backup.tooLarge', { size: formats.bytes(bytes) }));
      }
      await saveAnswer(answer, `offprint-${today()}.zip`);
    },
    /** Saves the diagnostics archive as a download. @throws ApiFault */
    saveDiagnostics: async (): Promise<void> =>
      saveAnswer(await send('POST', '/v1/diagnostics/archive'), `offprint-diagnostics-${today()}.zip`),
  };
}
