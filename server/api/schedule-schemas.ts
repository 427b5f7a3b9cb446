import { z } from 'zod';
import { dateTime, exportJob, exportJobId, projectId } from './schemas.ts';

const cron = z
  .string()
  .min(1)
  .max(200)
  .meta({
    description:
      'Five fields: minute, hour, day of the month, month and day of the week (0 to 7, or a name such as `mon`). `*`, lists, ranges and steps work as in crontab.',
    examples: ['30 2 * * *'],
  });
const timeZone = z
  .string()
  .min(1)
  .max(100)
  .meta({
    description: "IANA name of the schedule's time zone. Default: the server's time zone.",
    examples: ['Europe/Berlin'],
  });

export const schedule = z
  .strictObject({
    projectId,
    cron,
    timeZone,
    isPaused: z.boolean().meta({
      description: 'Whether the schedule is paused. If so, nothing runs until it is resumed.',
      examples: [false],
    }),
    nextRuns: z.array(dateTime).describe('The next three runs; empty while the schedule is paused.'),
    waitsFor: exportJobId.nullable().meta({
      description: 'The export that must end before a due run can start; null if no run is waiting.',
    }),
    lastRun: z
      .strictObject({
        at: dateTime.describe('When.'),
        due: z.int().meta({
          description:
            'Number of scheduled runs that this run covers. More than one if some were missed, for example while the server was off.',
          examples: [1],
        }),
        jobId: exportJobId.nullable().describe('The export; null if it could not be started or was deleted.'),
        status: exportJob.shape.status.nullable().describe('Status of the export; null if there is none.'),
        error: z
          .string()
          .nullable()
          .meta({
            description: 'Why the export could not be started or why it failed; null otherwise.',
            examples: [null],
          }),
      })
      .nullable()
      .describe('The last run; null if there has been none.'),
  })
  .meta({ id: 'Schedule', description: 'When a project is exported automatically.' });

export const scheduleList = z
  .strictObject({ schedules: z.array(schedule).describe('Sorted by next run, soonest first.') })
  .meta({ id: 'ScheduleList', description: 'All schedules.' });

export const newSchedule = z
  .strictObject({ cron, timeZone: timeZone.optional() })
  .meta({ id: 'NewSchedule', description: 'When to export a project.' });
