import type Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { eventTable } from '../../store/agent-events.ts';
import { agentTables } from '../../store/agent-tables.test-support.ts';
import { redactor } from '../model/redact.ts';
import { chainFault, type EventTable, type Logged, memoryTable, openLog, toJsonLines } from './event-log.ts';

type Told = Readonly<{ type: 'told'; text: string; more?: unknown }>;
const options = { now: () => new Date(1_700_000_000_000), redact: redactor(['canary-token-1']) };

function open(table: EventTable) {
  return openLog<Told>('job', table, options);
}

function store(): Database.Database {
  return agentTables();
}

describe.each<[string, () => EventTable]>([
  ['in memory', memoryTable],
  ['in SQLite', () => eventTable(store(), 'job')],
])('a log %s', (_, make) => {
  it('goes on where it ended and is read as it was written', () => {
    const table = make();
    open(table).append({ type: 'told', text: 'größe 世界 \u{1f600}', more: { b: 1, a: [null, true] } });
    const again = open(table);
    const second = again.append({ type: 'told', text: 'two', more: undefined });
    expect(second.seq).toBe(2);
    expect(open(table).events()).toEqual(again.events());
    expect(second.body).not.toHaveProperty('more');
  });

  it('holds no secret, wherever it stood', () => {
    const table = make();
    const more = {
      list: ['x canary-token-1 y'],
      'canary-token-1': 1,
      url: encodeURIComponent('canary-token-1'),
    };
    const { body } = open(table).append({ type: 'told', text: 'Bearer canary-token-1', more });
    expect(JSON.stringify(table.all())).not.toContain('canary-token-1');
    expect(body.text).toBe('Bearer [redacted]');
  });

  it('keeps two runs of one job from both going on', () => {
    const table = make();
    const [first, second] = [open(table), open(table)];
    first.append({ type: 'told', text: 'one' });
    expect(() => second.append({ type: 'told', text: 'another one' })).toThrow();
  });
});

describe('the chain', () => {
  const table = memoryTable();
  const log = open(table);
  for (const text of ['one', 'two', 'three', 'four']) log.append({ type: 'told', text });
  const events = table.all() as Logged<Told>[];

  it.each<[string, (events: Logged<Told>[]) => Logged<Told>[], string]>([
    [
      'a changed word',
      (all) => all.with(1, { ...all[1], body: { type: 'told', text: 'TWO' } } as Logged<Told>),
      'event 2 has been altered',
    ],
    [
      'a changed time',
      (all) => all.with(2, { ...all[2], at: '2020-01-01T00:00:00.000Z' } as Logged<Told>),
      'event 3 has been altered',
    ],
    ['a removed event', (all) => all.toSpliced(1, 1), 'event 2 is missing'],
    ['a removed beginning', (all) => all.slice(1), 'event 1 is missing'],
    [
      'two that changed places',
      (all) => [all[1], all[0], all[2], all[3]] as Logged<Told>[],
      'event 1 is missing',
    ],
  ])('shows %s', (_, forge, fault) => expect(chainFault('job', forge(events))).toContain(fault));

  it('belongs to its job', () => {
    expect(chainFault('job', events)).toBeNull();
    expect(chainFault('other', events)).toContain('event 1');
  });

  it('can be checked by others from its JSON lines', () => {
    const lines = toJsonLines(events).trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(
      chainFault(
        'job',
        lines.map((line) => JSON.parse(line) as Logged<Told>),
      ),
    ).toBeNull();
  });
});

it('is only added to: the store refuses changes, and a forged row stops the job', () => {
  const database = store();
  open(eventTable(database, 'job')).append({ type: 'told', text: 'one' });
  expect(() => database.exec("UPDATE agent_events SET body = '{}'")).toThrow(/never changed/);
  database.exec('DROP TRIGGER agent_events_stay');
  database.exec(`UPDATE agent_events SET body = '{"type":"told","text":"forged"}'`);
  expect(() => open(eventTable(database, 'job'))).toThrow(/was altered: event 1/);
});
