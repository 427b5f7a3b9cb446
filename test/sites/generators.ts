import { docsify } from './docsify/generator.ts';
import { docusaurus } from './docusaurus/generator.ts';
import type { Generator } from './generator.ts';
import { mkdocs } from './mkdocs/generator.ts';
import { nextExport, nextStart } from './next/generator.ts';
import { nextra } from './nextra/generator.ts';
import { starlight } from './starlight/generator.ts';
import { vitepress } from './vitepress/generator.ts';

export const generators: readonly Generator[] = [
  vitepress,
  docusaurus,
  starlight,
  nextExport,
  nextStart,
  nextra,
  docsify,
  mkdocs,
];
