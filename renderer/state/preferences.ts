import { create } from 'zustand';
import type { Preferences as Chosen } from '../../server/api/wire.types.ts';
import type { Api } from '../api/client.ts';

/**
 * The user's choices for the interface. The server stores them, because the interface gets a new address, and so a new
 * browser storage, each time the server starts.
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

/** Loads the preferences from the server and sends every change to it. Offline, the browser's copy applies. */
export async function syncPreferences(api: Pick<Api, 'preferences' | 'changePreferences'>): Promise<void> {
  const known = await api.preferences().catch(() => ({}));
  usePreferences.setState(known as Partial<Preferences>);
  usePreferences.subscribe(({ set: _, ...now }, before) => {
    localStorage.setItem(KEY, JSON.stringify(now));
    const changed = Object.entries(now).filter(
      ([name, value]) => before[name as keyof Preferences] !== value,
    );
    api.changePreferences(Object.fromEntries(changed)).catch(() => {}); // the browser's storage still has them
  });
}

function kept(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
  } catch {
    return {};
  }
}
