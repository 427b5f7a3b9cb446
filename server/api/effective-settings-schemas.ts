import { z } from 'zod';

/** Where the settings of the server come from. */
export const effectiveSettingList = z
  .strictObject({
    settings: z
      .array(
        z
          .strictObject({
            name: z.string().meta({ description: 'Its name.', examples: ['port'] }),
            value: z.unknown().meta({ description: 'Its value as it holds.', examples: [4750] }),
            from: z
              .enum(['option', 'environment', 'file', 'stored', 'default'])
              .describe('What says so. What the environment or the file says cannot be changed by API.'),
            place: z
              .string()
              .nullable()
              .meta({
                description: 'The variable or the file; null for others.',
                examples: ['OFFPRINT_PORT'],
              }),
          })
          .meta({ id: 'EffectiveSetting', description: 'A setting and where its value comes from.' }),
      )
      .describe('In the order of the documentation.'),
  })
  .meta({ id: 'EffectiveSettingList', description: 'Every setting of the server and where it comes from.' });
