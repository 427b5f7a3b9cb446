import { en } from './en.ts';
import { PSEUDO, translator } from './translator.ts';

export type MessageId = keyof typeof en;

/** The language of the interface: English, or the pseudo-locale where `?locale=en-XA` asks for it. */
const locale: string = new URLSearchParams(location.search).get('locale') === PSEUDO ? PSEUDO : 'en';

export const t = translator<MessageId>(en, locale);
