import { z } from 'zod';

/** Schemas of the server settings in effect and where each value comes from. */
export const effectiveSettingList = z
  .strictObject({
    settings: z
      .array(
        z
          .strictObject({
            name: z.string().meta({ description: 'Name of the setting.', examples: ['port'] }),
            value: z.unknown().meta({ description: 'The value in effect.', examples: [4750] }),
            from: z
              .enum(['option', 'environment', 'file', 'stored', 'default'])
              .describe(
                'Where the value comes from. Values from the environment or the settings file cannot be changed through the API.',
              ),
            place: z
              .string()
              .nullable()
              .meta({
                description: 'The environment variable or file that sets the value; null otherwise.',
                examples: ['OFFPRINT_PORT'],
              }),
          })
          .meta({ id: 'EffectiveSetting', description: 'A setting and where its value comes from.' }),
      )
      .describe('In the same order as in the documentation.'),
  })
  .meta({ id: 'EffectiveSettingList', description: 'Every server setting and where its value comes from.' });
