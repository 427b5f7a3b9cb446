import { IntlMessageFormat } from 'intl-messageformat';

export type Values = Readonly<Record<string, string | number | Date>>;
type Ast = ReturnType<IntlMessageFormat['getAst']>;

/** Pseudo-locale that reveals untranslated text: it accents and lengthens all text from messages. */
export const PSEUDO = 'en-XA';

export type Translate<Id extends string> = (id: Id, values?: Values) => string;

/** Returns a function that formats ICU messages for a locale. Each message is parsed on first use. */
export function translator<Id extends string>(
  messages: Readonly<Record<Id, string>>,
  locale: string,
): Translate<Id> {
  const formats = new Map<Id, IntlMessageFormat>();
  const language = locale === PSEUDO ? 'en' : locale;
  return (id, values) => {
    const known = formats.get(id);
    if (known) return String(known.format(values));
    const plain = new IntlMessageFormat(messages[id], language);
    const format = locale === PSEUDO ? new IntlMessageFormat(pseudo(plain.getAst()), language) : plain;
    formats.set(id, format);
    return String(format.format(values));
  };
}

/** Type of the text parts of a message (intl-messageformat's TYPE.literal). */
const LITERAL = 0;

function pseudo(ast: Ast): Ast {
  const whole = accented(ast);
  return [{ type: LITERAL, value: '⟦' }, ...whole, { type: LITERAL, value: '⟧' }] as Ast;
}

function accented(ast: Ast): Ast {
  return ast.map((element) => {
    if (element.type === LITERAL) return { ...element, value: accentedText(element.value) };
    if ('options' in element) {
      const options = Object.entries(element.options).map(([name, option]) => [
        name,
        { ...option, value: accented(option.value) },
      ]);
      return { ...element, options: Object.fromEntries(options) };
    }
    return element;
  }) as Ast;
}

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'áá',
  e: 'éé',
  i: 'íí',
  o: 'óó',
  u: 'úú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
  n: 'ñ',
  c: 'ç',
  s: 'š',
  y: 'ý',
};

function accentedText(text: string): string {
  return text.replace(/[aeiouAEIOUncsy]/g, (letter) => ACCENTS[letter] ?? letter);
}
