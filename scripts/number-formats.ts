import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { sourceFiles } from './imports.ts';

/** Files that may format numbers: the interface by its language, all others through `formatNumber`. */
const FORMATTERS: ReadonlySet<string> = new Set(['shared/numbers.ts', 'renderer/messages/formats.ts']);

/** @returns places that format numbers themselves */
export function numberFormatFaults(root = process.cwd()): string[] {
  return sourceFiles(root, ['client', 'server', 'main', 'preload', 'renderer', 'shared']).flatMap((name) => {
    if (FORMATTERS.has(name) || /\.test\.tsx?$/.test(name)) return [];
    const lines = fs.readFileSync(path.join(root, name), 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      /\.toLocaleString\((\)|'en'\))|new Intl\.NumberFormat/.test(line)
        ? [`${name}:${index + 1}: formats a number by itself: use formatNumber (shared/numbers.ts).`]
        : [],
    );
  });
}
