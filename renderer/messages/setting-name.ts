import { en } from './en.ts';
import { type MessageId, t } from './t.ts';

/** Returns the display name of a setting: its message, or its name split into words (`maxSteps`: `Max steps`). */
export function settingName(name: string): string {
  const id = `setting.${name}`;
  if (Object.hasOwn(en, id)) return t(id as MessageId);
  const words = name.replace(
    /([a-z])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
