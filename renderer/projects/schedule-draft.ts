/** Ways to specify how often a schedule repeats. */
export const repeats = ['daily', 'weekdays', 'weekly', 'hourly', 'cron'] as const;

export type ScheduleDraft = Readonly<{
  repeat: (typeof repeats)[number];
  /** `02:30`. */
  time: string;
  /** 0 is Sunday. */
  day: number;
  /** Cron expression, used when `repeat` is `cron`. */
  cron: string;
}>;

export const usualDraft: ScheduleDraft = { repeat: 'daily', time: '02:30', day: 1, cron: '30 2 * * *' };

/** Returns the cron expression of a draft. */
export function cronOf({ repeat, time, day, cron }: ScheduleDraft): string {
  if (repeat === 'cron') return cron.trim();
  if (repeat === 'hourly') return '0 * * * *';
  const [hours, minutes] = time.split(':').map(Number);
  const days = repeat === 'daily' ? '*' : repeat === 'weekdays' ? '1-5' : String(day);
  return `${minutes} ${hours} * * ${days}`;
}

/** Returns the draft for a cron expression. */
export function draftOf(cron: string): ScheduleDraft {
  if (cron === '0 * * * *') return { ...usualDraft, repeat: 'hourly', cron };
  const [, minutes = '', hours = '', days = ''] = /^(\d\d?) (\d\d?) \* \* (\*|1-5|[0-6])$/.exec(cron) ?? [];
  if (days === '') return { ...usualDraft, repeat: 'cron', cron };
  const time = `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
  if (days === '*') return { ...usualDraft, repeat: 'daily', time, cron };
  if (days === '1-5') return { ...usualDraft, repeat: 'weekdays', time, cron };
  return { repeat: 'weekly', time, day: Number(days), cron };
}
