import { describe, expect, it, test } from 'vitest';
import { threadMs } from '../../../test/stand-ins/thread-time.ts';
import { loginWatch } from './login-confirmation.ts';
import { asksPassword, wallOf } from './login-detection.ts';

const PAGE = { httpStatus: 200, kind: 'page', object: 'a', asksPassword: false } as const;
const TO_LOGIN = {
  httpStatus: 302,
  kind: 'redirect',
  target: 'https://h/login',
  asksPassword: false,
} as const;

test.each([
  'https://h/login',
  'https://h/users/sign_in',
  'https://h/account/log-in/?next=/x',
  'https://sso.example.com/oauth2/authorize',
  'https://h/auth/realms/x',
  'https://h/saml/start',
  'https://h/index.php?page=login',
  'https://h/#/login?next=%2Fguide',
  'https://h/app#!/sign-in',
])('%s looks like a login', (target) => {
  expect(wallOf({ httpStatus: 302, target })).toBeDefined();
});

test.each([
  'https://h/blog/',
  'https://h/authors',
  'https://h/docs/loginning',
  'https://h/en/',
  'https://h/guide#how-to-log-in',
  'https://h/#/blog',
])('%s does not', (target) => {
  expect(wallOf({ httpStatus: 302, target })).toBe(undefined);
});

test('a field for a password is one in a page, not the word', () => {
  expect(asksPassword('<form><input name=p TYPE="password"></form>')).toBe(true);
  expect(asksPassword('<p>Change your password</p><input type="text" name="password">')).toBe(false);
});

describe('a suspicion', () => {
  it('rises when most of the last answers are walls, and not before', () => {
    const watch = loginWatch();
    const seen = Array.from({ length: 12 }, (_, index) =>
      watch.observe(`/${index}`, index < 5 ? PAGE : TO_LOGIN),
    );
    expect(seen.map(Number).join('')).toBe('000000000001');
    expect(watch.goodPages()).toEqual(['/4', '/3', '/2']);
    expect(watch.walls()).toEqual({
      urls: ['/5', '/6', '/7', '/8', '/9', '/10', '/11'],
      how: 'redirects to h/login',
    });
  });

  it('does not rise over pages that need a login among others, nor over files', () => {
    const watch = loginWatch();
    const file = { httpStatus: 200, kind: 'asset', object: 'b', asksPassword: false } as const;
    for (let count = 0; count < 60; count++) {
      const answer = count % 3 === 0 ? TO_LOGIN : count % 3 === 1 ? PAGE : { ...PAGE, object: 'c' };
      expect(watch.observe(`/${count}`, answer)).toBe(false);
      expect(watch.observe(`/${count}.png`, file)).toBe(false);
    }
    expect(watch.isSuspiciousAtEnd(40)).toBe(false);
  });

  it('is left at the end when there were too few answers to tell', () => {
    const watch = loginWatch();
    for (const url of ['/a', '/b', '/c']) watch.observe(url, TO_LOGIN);
    expect(watch.isSuspiciousAtEnd(0)).toBe(true);
  });

  it('takes one form in the place of several pages for a wall, the first of them too', () => {
    const watch = loginWatch();
    const form = { ...PAGE, object: 'form', asksPassword: true };
    watch.observe('/a', form);
    watch.observe('/a', form); // acquired again
    expect(watch.walls().urls).toEqual([]);
    watch.observe('/b', form);
    expect(watch.walls().urls).toEqual(['/a', '/b']);
  });

  it('does not count the first page with that form as a page too', () => {
    const watch = loginWatch();
    const form = { ...PAGE, object: 'form', asksPassword: true };
    for (const url of ['/a', '/b']) watch.observe(url, form);
    watch.observe('/', PAGE);
    expect(watch.isSuspiciousAtEnd(2)).toBe(true);
  });

  it('is left by a form that is the only page of the site, and by none among others', () => {
    const form = { ...PAGE, object: 'form', asksPassword: true };
    const alone = loginWatch();
    alone.observe('/', form);
    expect(alone.isSuspiciousAtEnd(1)).toBe(true);
    expect(alone.goodPages()).toEqual([]);
    expect(alone.walls()).toEqual({ urls: ['/'], how: 'shows nothing but a login page' });
    const resumed = loginWatch();
    resumed.observe('/account', form);
    expect(resumed.isSuspiciousAtEnd(30)).toBe(false);
  });

  it('counts a page once that was fetched and then shown as a login', () => {
    const watch = loginWatch();
    watch.observe('/', PAGE);
    watch.observe('/', TO_LOGIN);
    expect(watch.goodPages()).toEqual([]);
    expect(watch.isSuspiciousAtEnd(0)).toBe(true);
  });

  it('counts a page once that was a login and then shown', () => {
    const watch = loginWatch();
    watch.observe('/', TO_LOGIN);
    watch.observe('/', PAGE);
    expect(watch.goodPages()).toEqual(['/']);
    expect(watch.walls().urls).toEqual([]);
  });

  it('is left by a form to which the only other page leads, whatever its address', () => {
    const watch = loginWatch();
    watch.observe('/', PAGE);
    watch.observe('/', { ...TO_LOGIN, target: 'https://h/hello' });
    watch.observe('/hello', { ...PAGE, object: 'form', asksPassword: true });
    expect(watch.isSuspiciousAtEnd(1)).toBe(true);
  });

  it('that was wrong is forgotten', () => {
    const watch = loginWatch();
    for (let count = 0; count < 12; count++) watch.observe(`/${count}`, TO_LOGIN);
    watch.dismiss();
    expect(watch.isSuspiciousAtEnd(0)).toBe(false);
    expect(watch.observe('/x', TO_LOGIN)).toBe(false);
  });
});

it('a page of fields that do not end is searched for a password in no time', () => {
  const started = threadMs();
  expect(asksPassword(`password ${'<input '.repeat(100_000)}`)).toBe(false);
  expect(asksPassword(`${'<input '.repeat(100_000)} type=password`)).toBe(true);
  expect(threadMs() - started).toBeLessThan(2000);
});
