import zlib from 'node:zlib';

/**
 * Places of the site that some content refers to: those that readers follow links to, those that it needs, and those that
 * it seems to need (`guessed`), which the site may not have. A line each: one text crosses between threads at a tenth of
 * the cost of a hundred.
 */
export type References = Readonly<{ linked: string; needed: string; guessed: string }>;

/** In no place. */
const SEPARATOR = '\0';

export const NO_REFERENCES: References = { linked: '', needed: '', guessed: '' };

/** The form in which references are kept; undefined for none. */
export function packReferences({ linked, needed, guessed }: References): Uint8Array | undefined {
  if (linked === '' && needed === '' && guessed === '') return undefined;
  return packText([linked, needed, guessed].join(SEPARATOR));
}

export function unpackReferences(packed: Uint8Array | undefined): References {
  if (!packed) return NO_REFERENCES;
  const [linked = '', needed = '', guessed = ''] = unpackText(packed).split(SEPARATOR);
  return { linked, needed, guessed };
}

/** The places of one of the texts. */
export function placesIn(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** Lists of places repeat themselves: the fastest level makes an eighth of them. */
export function packText(text: string): Uint8Array {
  return zlib.deflateRawSync(text, { level: 1 });
}

export function unpackText(packed: Uint8Array): string {
  return zlib.inflateRawSync(packed).toString('utf8');
}
