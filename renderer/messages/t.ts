import { en } from './en.ts';
import { PSEUDO, translator } from './translator.ts';

export type MessageId = keyof typeof en;

/** Language of the interface: English, or the pseudo-locale if the URL has `?locale=en-XA`. */
const locale: string = new URLSearchParams(location.search).get('locale') === PSEUDO ? PSEUDO : 'en';

export const t = translator<MessageId>(en, locale);
