import { create } from 'zustand';

/** What a person chose for this browser; the server knows nothing of it. */
export type Preferences = Readonly<{
  theme: 'system' | 'light' | 'dark';
  /** Shortcuts of one letter (WCAG 2.1.4: they can be switched off). */
  letterShortcuts: boolean;
  /** The guide of the first run was seen. */
  isWelcomed: boolean;
  /** How changes are shown: one below the other, or side by side. */
  diffView: 'unified' | 'split';
}>;

const KEY = 'offprint.preferences';
const DEFAULTS: Preferences = {
  theme: 'system',
  letterShortcuts: true,
  isWelcomed: false,
  diffView: 'unified',
};

export const usePreferences = create<Preferences & { set: (change: Partial<Preferences>) => void }>(
  (set, get) => ({
    ...DEFAULTS,
    ...kept(),
    set: (change) => {
      set(change);
      const { theme, letterShortcuts, isWelcomed, diffView } = get();
      localStorage.setItem(KEY, JSON.stringify({ theme, letterShortcuts, isWelcomed, diffView }));
    },
  }),
);

function kept(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
  } catch {
    return {};
  }
}
