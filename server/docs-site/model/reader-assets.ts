import path from 'node:path';
import { type FileTree, textOf } from '../file-tree.ts';
import { decoded } from './address.ts';

/** Pictures, fonts, audio, video and documents that readers use, and style sheets, which every page loads. */
const FOR_READERS =
  /\.(?:apng|avif|bmp|cur|gif|ico|jpe?g|jxl|png|svg|tiff?|webp|eot|otf|ttf|woff2?|aac|flac|m4a|mp3|oga|ogg|opus|wav|m4v|mov|mp4|ogv|webm|srt|vtt|pdf|css)$/i;

/** Whether a file is of a kind that a site has for its readers, even where no page names it. */
export function isForReaders(file: string): boolean {
  return FOR_READERS.test(file) && !/(^|\/)\./.test(file);
}

/** Files whose texts name other files. */
const NAMES_FILES = /\.(?:css|x?html?|svg|js)$/i;

/** Files with what they name, and what that names. */
export function withNamedFiles(
  files: Iterable<string>,
  tree: FileTree,
  isFile: (file: string) => boolean,
): string[] {
  const found = new Set(files);
  for (const file of found) {
    if (!NAMES_FILES.test(file)) continue;
    for (const named of namesIn(textOf(tree, file) ?? '', file)) if (isFile(named)) found.add(named);
  }
  return [...found].sort();
}

/** Paths in `url(…)` and between quotes. Bare names in scripts may mean anything. */
function namesIn(text: string, file: string): string[] {
  const isScript = file.endsWith('.js');
  return [
    ...text.matchAll(/url\(\s*([^'")\s]{1,500})\s*\)|"([^"\n<>]{1,500})"|'([^'\n<>]{1,500})'/g),
  ].flatMap(([, ...groups]) => {
    const name = decoded((groups.find((group) => group !== undefined) ?? '').replace(/[?#].*$/s, ''));
    if (!/\.\w+$/.test(name) || /^[a-z]+:|^\/\//i.test(name)) return [];
    if (isScript && !/^\.{0,2}\//.test(name)) return [];
    return [
      path.posix.normalize(
        name.startsWith('/') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name),
      ),
    ];
  });
}
