/** Texts of the page Publications, and of publishing from other pages. */
export const enPublications = {
  'log.publication-queued': 'To be published on {target}, as the project has it',
  'log.not-published.target-removed':
    'Not published on {target}, as the project has it: the target was removed. Take it out of the project, or choose another one.',
  'log.not-published.verification-failed':
    'Not published on {target}, as the project has it: verification failed. Look at the report; whoever publishes it all the same does so by hand.',
} as const;
