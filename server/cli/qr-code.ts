import encodeQR from 'qr';

/**
 * Renders a QR code as lines of text, two rows of modules per line. Light modules are drawn, including the border that
 * readers need, and dark ones are left blank. This is correct on a dark terminal. On a light one it is inverted, which
 * phones can read too.
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
