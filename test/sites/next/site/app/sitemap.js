import { pages } from '../lib/pages';

export const dynamic = 'force-static';

export default function sitemap() {
  return pages.map(({ href }) => ({ url: `https://docs.towline.example${href}` }));
}
