import { OffprintError } from '../errors.ts';

const LISTED_BY = {
  job: ['export job', 'offprint jobs'],
  'agent job': ['agent job', 'offprint agent list'],
  key: ['API key', 'offprint keys'],
  publication: ['publication', 'offprint publications'],
  'link key': ['link key', 'offprint links'],
  received: ['received bundle', 'offprint received'],
} as const;

/** Adds a hint on how to list what exists to a not-found error. */
export async function notFoundAs<T>(what: keyof typeof LISTED_BY, id: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OffprintError) || error.code !== 'not-found') throw error;
    const [name, list] = LISTED_BY[what];
    throw new OffprintError('not-found', `There is no ${name} ${id}. List the ${name}s with: ${list}`, error);
  }
}
