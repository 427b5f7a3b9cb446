import type { Publisher } from '../loop/publisher.ts';

/**
 * Publishes nowhere: the branch stays in the mirror, and Offprint's own review page shows it.
 * @param reviewUrl returns the address of that page for a job
 */
export function reviewPublisher(reviewUrl: (jobId: string) => string): Publisher {
  return {
    publish: async ({ jobId, branch }) => ({ link: reviewUrl(jobId), number: null, branch }),
  };
}
