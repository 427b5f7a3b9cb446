import { z } from 'zod';

/** What is asked of a backup. */
export const newBackup = z
  .strictObject({
    passphrase: z
      .string()
      .min(12)
      .optional()
      .describe(
        'A passphrase of at least 12 characters. With one, the backup includes the keys (secrets and API keys), encrypted with that passphrase. Without one, the backup contains no keys.',
      ),
  })
  .meta({ id: 'NewBackup', description: 'What the backup contains.' });
