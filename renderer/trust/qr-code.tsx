import encodeQR from 'qr';
import { useMemo } from 'react';
import styles from './trust.module.css';

/** Width in modules of the quiet zone that cameras need. */
const BORDER = 4;

/** QR code of a text, dark on light in every theme. */
export function QrCode({ text, label }: Readonly<{ text: string; label: string }>) {
  const { size, path } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
    const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: rows.length, path: dark.join('') };
  }, [text]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
