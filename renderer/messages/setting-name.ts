import { en } from './en.ts';
import { type MessageId, t } from './t.ts';

/** @returns what people call a setting: its message, else its name taken apart (`maxSteps`: `Max steps`) */
export function settingName(name: string): string {
  const id = `setting.${name}`;
  if (Object.hasOwn(en, id)) return t(id as MessageId);
  const words = name.replace(
    /([a-z])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
