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
    description: 'IANA name of its time zone. Default: the time zone of the server.',
    examples: ['Europe/Berlin'],
  });

export const schedule = z
  .strictObject({
    projectId,
    cron,
    timeZone,
    isPaused: z.boolean().meta({ description: 'Nothing runs until it is resumed.', examples: [false] }),
    nextRuns: z.array(dateTime).describe('The next three runs; empty while it is paused.'),
    waitsFor: exportJobId.nullable().meta({
      description: 'A run is due and will start when this export of the project ends; null if none is due.',
    }),
    lastRun: z
      .strictObject({
        at: dateTime.describe('When.'),
        due: z.int().meta({
          description:
            'Number of runs it covers: more than one if some were missed, for example while the server was off.',
          examples: [1],
        }),
        jobId: exportJobId.nullable().describe('The export; null if it could not be started or was deleted.'),
        status: exportJob.shape.status.nullable().describe('Status of the export; null if there is none.'),
        error: z
          .string()
          .nullable()
          .meta({ description: 'Why it could not be started or failed; null otherwise.', examples: [null] }),
      })
      .nullable()
      .describe('The last run; null if there was none.'),
  })
  .meta({ id: 'Schedule', description: 'When a project is exported automatically.' });

export const scheduleList = z
  .strictObject({ schedules: z.array(schedule).describe('By next run, soonest first.') })
  .meta({ id: 'ScheduleList', description: 'All schedules.' });

export const newSchedule = z
  .strictObject({ cron, timeZone: timeZone.optional() })
  .meta({ id: 'NewSchedule', description: 'When to export a project.' });
