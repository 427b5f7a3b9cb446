import { pages } from '../../lib/pages';

export const dynamic = 'force-static';

export function GET() {
  return Response.json(pages.map(({ href, title, description }) => ({ href, title, description })));
}
