/** Formats numbers, sizes and times for a locale. */
export type Formats = Readonly<{
  number: (value: number) => string;
  percent: (share: number, digits?: number) => string;
  /** One decimal below ten. */
  rate: (value: number) => string;
  bytes: (bytes: number) => string;
  /** `5 min ago`, `in 3 days`. */
  ago: (at: string | number, now?: number) => string;
  dateTime: (at: string | number) => string;
  /** Date and time in a time zone. */
  dateTimeIn: (at: string | number, timeZone: string) => string;
  time: (at: string | number) => string;
  /** Label on a time axis that spans `spanMs`: a time of day or a date. */
  moment: (at: number, spanMs: number) => string;
  /** `45 sec`, `3m 5s`, `2h 10m`. */
  duration: (seconds: number) => string;
}>;

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
const DAY_MS = 86_400_000;
const AGES: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

function formatsOf(language: string): Formats {
  const plain = new Intl.NumberFormat(language);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'medium', hourCycle: 'h23' });
  const short = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  const unit = (value: number, name: string, digits = 0, display: 'short' | 'narrow' = 'short'): string =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: name,
      unitDisplay: display,
      maximumFractionDigits: digits,
    }).format(value);
  return {
    number: (value) => plain.format(value),
    percent: (share, digits = 0) =>
      new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(share),
    rate: (value) =>
      new Intl.NumberFormat(language, { maximumFractionDigits: value >= 10 ? 0 : 1 }).format(value),
    bytes: (bytes) => {
      const power = Math.min(
        BYTE_UNITS.length - 1,
        bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3 + 1e-9),
      );
      const value = bytes / 1000 ** power;
      if (power === 0) return `${plain.format(bytes)} B`; // CLDR spells out "byte"
      return unit(value, BYTE_UNITS[power] ?? 'kilobyte', value >= 100 ? 0 : 1);
    },
    ago: (at, now = Date.now()) => {
      const seconds = (new Date(at).getTime() - now) / 1000;
      const [name, size] = AGES.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
      return relative.format(Math.trunc(seconds / size), name);
    },
    dateTime: (at) => date.format(new Date(at)),
    dateTimeIn: (at, timeZone) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
        new Date(at),
      ),
    moment: (at, spanMs) => (spanMs < DAY_MS ? clock : short).format(new Date(at)),
    time: (at) => clock.format(new Date(at)),
    duration: (seconds) => {
      const whole = Math.max(0, Math.round(seconds));
      const parts: readonly (readonly [number, string])[] =
        whole < 3600
          ? [
              [Math.floor(whole / 60), 'minute'],
              [whole % 60, 'second'],
            ]
          : [
              [Math.floor(whole / 3600), 'hour'],
              [Math.floor((whole % 3600) / 60), 'minute'],
            ];
      const told = parts.filter(([value], index) => value > 0 || (index === 1 && whole === 0));
      return told.map(([value, name]) => unit(value, name, 0, whole < 60 ? 'short' : 'narrow')).join(' ');
    },
  };
}

/** Formats for the browser's region if its language is English, otherwise for plain English. */
export const formats = formatsOf(localeOf(navigator.language));

/** Returns a valid locale. On systems with a POSIX locale, browsers report `en-US@posix`, which is no language tag. */
export function localeOf(language: string): string {
  try {
    return language.startsWith('en') ? (Intl.getCanonicalLocales(language)[0] ?? 'en') : 'en';
  } catch {
    return 'en';
  }
}
