import fs from 'node:fs';
import path from 'node:path';
import { locateChromium } from '../server/exports/chromium/choose-browser.ts';
import { launchChromium } from '../server/exports/chromium/launch.ts';

/**
 * `npm run build:icons`: creates the icons of the desktop app from `renderer/icon.svg`: `build/icons/` for Linux,
 * `build/icon.ico` for Windows, `build/icon.icns` for macOS. electron-builder would download a program for this.
 */
const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024];

/** Names of the macOS format for PNG pictures by size. */
const ICNS_TYPES = new Map([
  [128, 'ic07'],
  [256, 'ic08'],
  [512, 'ic09'],
  [1024, 'ic10'],
]);

type Pictures = ReadonlyMap<number, Buffer>;

async function drawn(svg: string): Promise<Pictures> {
  const located = await locateChromium({ cacheFolder: path.resolve('vendor/unpacked') });
  const browser = await launchChromium(located, { allowedHosts: [] });
  try {
    const page = await browser.newPage();
    const pictures = new Map<number, Buffer>();
    for (const size of SIZES) {
      await page.setViewport({ width: size, height: size });
      await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw}</style>${svg}`);
      pictures.set(size, Buffer.from(await page.screenshot({ omitBackground: true })));
    }
    return pictures;
  } finally {
    await browser.close();
  }
}

/** The Windows format: a header, a 16-byte entry for each picture, then the pictures. */
function ico(pictures: Pictures): Buffer {
  const fitting = [...pictures].filter(([size]) => size <= 256);
  let offset = 6 + 16 * fitting.length;
  const head = Buffer.alloc(6);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(fitting.length, 4);
  const entries = fitting.map(([size, picture]) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt8(size % 256, 0); // 0 stands for 256
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(picture.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += picture.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...fitting.map(([, picture]) => picture)]);
}

/** The macOS format: blocks with a type, their length including these eight bytes, and their content. */
function icns(pictures: Pictures): Buffer {
  const block = (type: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(content.length + 8, 4);
    return Buffer.concat([head, content]);
  };
  const blocks = [...ICNS_TYPES].map(([size, type]) => block(type, pictures.get(size) ?? Buffer.alloc(0)));
  return block('icns', Buffer.concat(blocks));
}

const pictures = await drawn(fs.readFileSync('renderer/icon.svg', 'utf8'));
fs.mkdirSync('build/icons', { recursive: true });
for (const [size, picture] of pictures) fs.writeFileSync(`build/icons/${size}x${size}.png`, picture);
fs.writeFileSync('build/icon.ico', ico(pictures));
fs.writeFileSync('build/icon.icns', icns(pictures));
