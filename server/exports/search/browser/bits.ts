export type BitReader = {
  bits: (count: number) => number;
  unary: () => number;
  gamma: () => number;
  /** Position of the reader, in bits. May be set. */
  at: number;
};

/** Reads what build/bits.ts writes. */
export function bitReader(text: string): BitReader {
  const words = new Uint16Array(text.length / 2);
  for (let index = 0; index < words.length; index++) {
    words[index] = valueAt(text, 2 * index) * 91 + valueAt(text, 2 * index + 1);
  }
  const bit = (): number => {
    const at = reader.at++;
    return ((words[(at / 13) | 0] as number) >> (12 - (at % 13))) & 1;
  };
  const reader: BitReader = {
    at: 0,
    bits(count) {
      let value = 0;
      for (let index = 0; index < count; index++) value = (value << 1) | bit();
      return value;
    },
    unary() {
      let value = 0;
      while (bit() === 1) value++;
      return value;
    },
    gamma() {
      const length = reader.unary();
      return (1 << length) | reader.bits(length);
    },
  };
  return reader;
}

function valueAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code - (code > 92 ? 36 : 35);
}
