import encodeQR from 'qr';

/**
 * A QR code as lines of text, two rows of modules a line. Light is drawn and dark left out, with the light border that
 * readers need: right on a dark terminal; on a light one it is inverted, which phones read too.
 */
export function qrLines(text: string): string[] {
  const dark = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  const lines: string[] = [];
  for (let row = 0; row < dark.length; row += 2) {
    const upper = dark[row] ?? [];
    const lower = dark[row + 1];
    const cells = upper.map((isDark, column) => BLOCKS[`${!isDark}${lower ? !lower[column] : false}`] ?? ' ');
    lines.push(cells.join(''));
  }
  return lines;
}

const BLOCKS: Readonly<Record<string, string>> = { truetrue: '█', truefalse: '▀', falsetrue: '▄' };
