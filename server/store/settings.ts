import { type Store, transact } from './database.ts';

/** Returns server settings that differ from their defaults, by name. They are validated where they are read. */
export function readSettings(store: Store): Record<string, unknown> {
  const isSetting = ([name]: readonly [string, unknown]): boolean => !name.startsWith(PREFERENCE);
  return Object.fromEntries(rowsOf(store).filter(isSetting));
}

/** Returns preferences for the interface, by name. They are validated where they are read. */
export function readPreferences(store: Store): Record<string, unknown> {
  return Object.fromEntries(
    rowsOf(store).flatMap(([name, value]) =>
      name.startsWith(PREFERENCE) ? [[name.slice(PREFERENCE.length), value]] : [],
    ),
  );
}

/** Sets each preference to its value. `null` deletes it. */
export function changePreferences(store: Store, change: Readonly<Record<string, unknown>>): void {
  const named = Object.entries(change).map(([name, value]) => [PREFERENCE + name, value]);
  changeSettings(store, Object.fromEntries(named));
}

/** Prefix of preferences, which are stored in the table of settings. */
const PREFERENCE = 'interface.';

function rowsOf(store: Store): (readonly [string, unknown])[] {
  const rows = store.prepare('SELECT name, value FROM settings').all() as { name: string; value: string }[];
  return rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]);
}

/** Sets each setting to its value. `null` restores its default. */
export function changeSettings(store: Store, change: Readonly<Record<string, unknown>>): void {
  const set = store.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)');
  const unset = store.prepare('DELETE FROM settings WHERE name = ?');
  transact(store, () => {
    for (const [name, value] of Object.entries(change)) {
      if (value === null) unset.run(name);
      else if (value !== undefined) set.run(name, JSON.stringify(value));
    }
  });
}
