import { z } from 'zod';
import { isLongEnough, PASSPHRASE_CHARACTERS_MIN } from '../../shared/passphrase-policy.ts';

export const newBackup = z
  .strictObject({
    passphrase: z
      .string()
      .refine(isLongEnough, { error: `must have at least ${PASSPHRASE_CHARACTERS_MIN} characters` })
      .optional()
      .meta({
        minLength: PASSPHRASE_CHARACTERS_MIN,
        description: `A passphrase of at least ${PASSPHRASE_CHARACTERS_MIN} characters. With one, the backup includes the keys (secrets and API keys), encrypted with that passphrase. Without one, the backup contains no keys.`,
      }),
  })
  .meta({ id: 'NewBackup', description: 'What the backup contains.' });
