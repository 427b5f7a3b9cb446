import { z } from 'zod';
import { dateTime, exportJob, exportJobId, projectId } from './schemas.ts';

/** What the API takes and tells about schedules. */
const cron = z
  .string()
  .min(1)
  .max(200)
  .meta({
    description:
      'Five fields: minute, hour, day of the month, month, day of the week (0 to 7 or `mon`). `*`, lists, ranges and steps as in crontab.',
    examples: ['30 2 * * *'],
  });
const timeZone = z
  .string()
  .min(1)
  .max(100)
  .meta({
    description:
      'Name of the IANA time zone that it is read in. Left out when it is set: that of the server.',
    examples: ['Europe/Berlin'],
  });

export const schedule = z
  .strictObject({
    projectId,
    cron,
    timeZone,
    isPaused: z.boolean().meta({ description: 'Nothing runs until it is resumed.', examples: [false] }),
    nextRuns: z.array(dateTime).describe('The next three runs; none while it is paused.'),
    waitsFor: exportJobId.nullable().meta({
      description: 'A run is due and begins when this export of the project has ended; null: none is.',
    }),
    lastRun: z
      .strictObject({
        at: dateTime.describe('When.'),
        due: z.int().meta({
          description:
            'Runs that it stood for: more than one where some were missed, while the server was away for example.',
          examples: [1],
        }),
        jobId: exportJobId.nullable().describe('The export; null: it could not be started, or was deleted.'),
        status: exportJob.shape.status.nullable().describe('How the export stands; null: there is none.'),
        error: z
          .string()
          .nullable()
          .meta({ description: 'Why it could not be started, or failed; null: neither.', examples: [null] }),
      })
      .nullable()
      .describe('The run before; null: there was none.'),
  })
  .meta({ id: 'Schedule', description: 'When a project is exported by itself.' });

export const scheduleList = z
  .strictObject({ schedules: z.array(schedule).describe('The one that runs next first.') })
  .meta({ id: 'ScheduleList', description: 'All schedules.' });

export const newSchedule = z
  .strictObject({ cron, timeZone: timeZone.optional() })
  .meta({ id: 'NewSchedule', description: 'When a project is to be exported.' });
