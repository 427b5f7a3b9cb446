import type { Policy, SeenRequest, Turn } from './model-server.ts';

/**
 * Models that are programs: each depends on the conversation alone, so it answers a resumed job like the one that was
 * killed.
 */
export const policies: Readonly<Record<string, Policy>> = {
  /** Searches, reads, edits, finishes. */
  happy: script([
    call('search', { pattern: 'npm install', is_regex: null, glob: null, context: null, limit: null }),
    call('read', { path: 'guide/install.mdx', start_line: null, max_lines: null }),
    call('edit', {
      path: 'guide/install.mdx',
      old_text: 'npm install offprint',
      new_text: 'npm ci',
      replace_all: null,
    }),
    finish('Use npm ci'),
  ]),

  /** Misquotes the text, gets an error, reads it and edits correctly. */
  wrongEdit: script([
    call('read', { path: 'guide/install.mdx', start_line: null, max_lines: null }),
    call('edit', {
      path: 'guide/install.mdx',
      old_text: 'npm i offprint',
      new_text: 'npm ci',
      replace_all: null,
    }),
    ({ messages }) => {
      const told = messages.at(-1)?.content ?? '';
      const line = /\t(npm install .*)/.exec(told)?.[1];
      return line === undefined
        ? { text: `I was not told what is there: ${told}` }
        : call('edit', { path: 'guide/install.mdx', old_text: line, new_text: 'npm ci', replace_all: null });
    },
    finish('Use npm ci'),
  ]),

  /** Adds a page with a dead link, gets refused, fixes it. */
  brokenLink: script([
    call('create', {
      path: 'guide/upgrade.mdx',
      text: '---\ntitle: Upgrade\n---\n\nRead [how to install](/guide/instal) first.\n',
    }),
    call('nav', { operation: 'add', page: 'guide/upgrade', group: null, after: 'guide/install', to: null }),
    finish('Add a page about upgrades'),
    ({ messages }) =>
      messages.at(-1)?.content.includes('/guide/instal') === true
        ? call('edit', {
            path: 'guide/upgrade.mdx',
            old_text: '/guide/instal)',
            new_text: '/guide/install)',
            replace_all: null,
          })
        : { text: 'I was not told which link is dead' },
    finish('Add a page about upgrades'),
  ]),

  /** Does the task, then what a person adds. */
  followUp: ({ messages }, number) => {
    const added = messages.findIndex(({ role, content }) => role === 'user' && content.startsWith('Also'));
    if (added === -1) return policies.happy?.({ model: '', messages }, number) ?? {};
    const turns = messages.slice(added).filter(({ role }) => role === 'assistant').length;
    return (
      [
        call('read', { path: 'index.mdx', start_line: null, max_lines: null }),
        call('edit', { path: 'index.mdx', old_text: 'Welcome', new_text: 'Hello', replace_all: null }),
        finish('Greet shorter'),
      ][turns] ?? { text: 'done' }
    );
  },

  /** Reads and finds nothing to do. */
  noChange: script([
    call('read', { path: 'index.mdx', start_line: null, max_lines: null }),
    call('finish', {
      title: 'Nothing to do',
      summary: 'It says so already.',
      no_change_needed: 'The page says so already.',
    }),
  ]),
};

/** The site that these models expect. */
export const POLICY_SITE: Readonly<Record<string, string>> = {
  'docs.json': `${JSON.stringify({ name: 'Example', navigation: { groups: [{ group: 'Guide', pages: ['index', 'guide/install'] }] } }, null, 2)}\n`,
  'index.mdx':
    '---\ntitle: Home\n---\n\nWelcome. Begin with [the installation](/guide/install).\n\nAn [old dead link](/nowhere).\n',
  'guide/install.mdx': '---\ntitle: Install\n---\n\n```sh\nnpm install offprint\n```\n',
  'package.json': '{"name":"example"}\n',
};

/** Answers by the number of turns the model has had. */
export function script(steps: readonly (Turn | ((request: SeenRequest) => Turn))[]): Policy {
  return (request) => {
    const turn = steps[request.messages.filter(({ role }) => role === 'assistant').length];
    if (turn === undefined) return { text: 'There is nothing left to do.' };
    return typeof turn === 'function' ? turn(request) : turn;
  };
}

export function call(name: string, args: Record<string, unknown>): Turn {
  return { calls: [{ name, arguments: args }] };
}

export function finish(title: string): Turn {
  return call('finish', { title, summary: `${title}, as asked.`, no_change_needed: null });
}

/** A model that also answers the doctor's probes of a server (server/agents/model/doctor.ts). */
export function withProbes(policy: Policy): Policy {
  return (request, number) => {
    const asked = request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
    const word = /The code word is (\S+)\./.exec(asked)?.[1];
    if (word !== undefined) return { text: word };
    const text = /---\n(.*)\n---$/s.exec(asked)?.[1];
    if (text !== undefined) return call('note', { title: 'probe', text });
    if (asked.startsWith('Call the tool note twice')) {
      return { calls: ['1', '2'].map((title) => ({ name: 'note', arguments: { title, text: title } })) };
    }
    return policy(request, number);
  };
}
