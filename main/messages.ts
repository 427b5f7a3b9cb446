import { en } from '../renderer/messages/en.ts';
import { PSEUDO, type Translate, translator } from '../renderer/messages/translator.ts';

export type MessageId = keyof typeof en;
export type Texts = Translate<MessageId>;

/** Texts of the main process, from the messages of the interface. @param locale `en-XA` reveals untranslated texts */
export function texts(locale: string): Texts {
  return translator<MessageId>(en, locale === PSEUDO ? PSEUDO : 'en');
}
