/** Unit of a setting's value. */
export type Unit = 'bytes' | 'mebibytes' | 'milliseconds' | 'seconds';

type Scale = readonly (readonly [name: string, size: number])[];

/** Smallest first. Decimal and binary multiples as in IEC 80000-13. */
const BYTES: Scale = [
  ['B', 1],
  ['kB', 1e3],
  ['KiB', 2 ** 10],
  ['MB', 1e6],
  ['MiB', 2 ** 20],
  ['GB', 1e9],
  ['GiB', 2 ** 30],
  ['TB', 1e12],
  ['TiB', 2 ** 40],
];
const MILLISECONDS: Scale = [
  ['ms', 1],
  ['s', 1000],
  ['min', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
];
/** Alternative spellings. */
const ALIASES: Readonly<Record<string, string>> = {
  k: 'kB',
  m: 'MB',
  g: 'GB',
  t: 'TB',
  sec: 's',
  mins: 'min',
  hour: 'h',
  hours: 'h',
  day: 'd',
  days: 'd',
};

const UNITS: Readonly<Record<Unit, Readonly<{ scale: Scale; size: number }>>> = {
  bytes: { scale: BYTES, size: 1 },
  mebibytes: { scale: BYTES, size: 2 ** 20 },
  milliseconds: { scale: MILLISECONDS, size: 1 },
  seconds: { scale: MILLISECONDS, size: 1000 },
};

/**
 * Parses a size or duration: `5GB`, `1.5 GiB`, `90s`, `1h 30min`. A number without a unit is in `unit`. `M` means
 * megabytes in a size and minutes in a duration.
 * @returns a whole number of `unit`; undefined for anything else
 */
export function parseQuantity(text: string, unit: Unit): number | undefined {
  const { scale, size } = UNITS[unit];
  const typed = text.trim();
  if (/^\d+$/.test(typed)) return Number(typed);
  if (!/^(\d+([.,]\d+)?\s*[a-z]+\s*)+$/i.test(typed)) return undefined;
  let total = 0;
  for (const [, number = '', name = ''] of typed.matchAll(/(\d+(?:[.,]\d+)?)\s*([a-z]+)/gi)) {
    const multiple = multipleOf(scale, name);
    if (multiple === undefined) return undefined;
    total += Number(number.replace(',', '.')) * multiple;
  }
  const value = total / size;
  const whole = Math.round(value);
  return Math.abs(value - whole) < 1e-6 ? whole : undefined;
}

function multipleOf(scale: Scale, name: string): number | undefined {
  const lower = name.toLowerCase();
  const alias = scale === MILLISECONDS && lower === 'm' ? 'min' : (ALIASES[lower] ?? name);
  return scale.find(([known]) => known.toLowerCase() === alias.toLowerCase())?.[1];
}

/** @returns the value in the largest unit that gives a whole number: `50 GiB`, `6 h`; `0` has no unit */
export function formatQuantity(value: number, unit: Unit): string {
  if (value === 0) return '0';
  const { scale, size } = UNITS[unit];
  const total = value * size;
  const [name, multiple] = [...scale].reverse().find(([, each]) => total % each === 0) ?? ['', 1];
  return `${total / multiple} ${name}`;
}

/** @returns the unit of a setting according to its name: `maxBytes`, `acquireMaxMs`, `linkLifetimeSeconds` */
export function unitOfSetting(name: string): Unit | undefined {
  if (name.endsWith('Bytes')) return 'bytes';
  if (name.endsWith('Megabytes')) return 'mebibytes';
  if (name.endsWith('Ms')) return 'milliseconds';
  return name.endsWith('Seconds') ? 'seconds' : undefined;
}
