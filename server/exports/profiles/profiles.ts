import { docsify } from './docsify.ts';
import { docusaurus } from './docusaurus.ts';
import type { Profile } from './profile.ts';
import { redoc } from './redoc.ts';
import { vitepress } from './vitepress.ts';

export const profiles: readonly Profile[] = [docsify, docusaurus, redoc, vitepress];

/** Returns the query parameter that names a heading, based on the site's start page; null if there is none. */
export function headingParameter(startPage: string): string | null {
  const profile = profiles.find(({ headings }) => headings && startPage.includes(headings.mark));
  return profile?.headings?.parameter ?? null;
}
