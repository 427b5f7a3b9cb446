import { create } from 'zustand';
import type { Preferences as Chosen } from '../../server/api/wire.types.ts';
import type { Api } from '../api/client.ts';

/**
 * What a person chose for the interface. The server keeps it, since the interface has another address, and with it
 * another storage of the browser, at each start.
 */
export type Preferences = Readonly<{ [Name in keyof Chosen]-?: NonNullable<Chosen[Name]> }>;

const KEY = 'offprint.preferences';
const DEFAULTS: Preferences = {
  theme: 'system',
  letterShortcuts: true,
  isWelcomed: false,
  diffView: 'unified',
};

type Store = Preferences & Readonly<{ set: (change: Partial<Preferences>) => void }>;

export const usePreferences = create<Store>((set) => ({ ...DEFAULTS, ...kept(), set }));

/** Takes over what the server has, and tells it of every change. Where it does not answer, what the browser has holds. */
export async function sharePreferences(api: Pick<Api, 'preferences' | 'changePreferences'>): Promise<void> {
  const known = await api.preferences().catch(() => ({}));
  usePreferences.setState(known as Partial<Preferences>);
  usePreferences.subscribe(({ set: _, ...now }, before) => {
    localStorage.setItem(KEY, JSON.stringify(now));
    const changed = Object.entries(now).filter(
      ([name, value]) => before[name as keyof Preferences] !== value,
    );
    api.changePreferences(Object.fromEntries(changed)).catch(() => {}); // this browser has them
  });
}

function kept(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
  } catch {
    return {};
  }
}
