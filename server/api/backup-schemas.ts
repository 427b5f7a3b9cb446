import { z } from 'zod';

/** What is asked of a backup. */
export const newBackup = z
  .strictObject({
    passphrase: z
      .string()
      .min(12)
      .optional()
      .describe(
        'With it the backup holds the keys too (secrets, API keys), sealed with this passphrase: at least 12 characters. Without it, it holds none.',
      ),
  })
  .meta({ id: 'NewBackup', description: 'What a backup is to hold.' });
