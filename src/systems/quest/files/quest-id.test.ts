import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isName } from '../../../model/workflow/names.ts';
import { isSlug, parseQuestId, QUEST_ID_FORMATS, questId, slugOf } from './quest-id.ts';

const AT = '2026-11-15T10:05:59Z';

describe('the slug of a request', () => {
  it.each([
    ['Please add a login to the settings page.', 'add-login-settings-page'],
    ['Fix it', 'fix-it'],
    ['Réparer l’écran d’accueil', 'reparer-lecran-daccueil'],
    ['login', 'login-new-quest'],
    ['登录', 'new-quest'],
    ['', 'new-quest'],
    ['--- a / b ---', 'a-b'],
    ['One two three four five six seven', 'one-two-three-four-five'],
    ['Elaborate documentation everywhere immediately', 'elaborate-documentation-everywhere'],
    ['internationalization'.repeat(3).concat(' x y'), 'internationaliza-x-y'],
  ])('%j is %s', (request, slug) => {
    expect(slugOf(request)).toBe(slug);
  });

  it('has two to five words in the letters of a slug, whatever the request', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.lorem()), (request) => {
        const slug = slugOf(request);
        expect(isSlug(slug)).toBe(true);
        expect(slug.length).toBeLessThanOrEqual(40);
        const words = slug.split('-').length;
        expect(words >= 2 && words <= 5).toBe(true);
      }),
    );
  });
});

describe('the id of a quest', () => {
  it('names the slug and the minute, in either order', () => {
    expect(questId('add-login', AT)).toBe('add-login_2026-11-15__1005');
    expect(questId('add-login', AT, 'date-first')).toBe('2026-11-15_1005__add-login');
  });

  it('is read again, and can be the name of a run', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...QUEST_ID_FORMATS), (request, format) => {
        const slug = slugOf(request);
        const id = questId(slug, AT, format);
        expect(parseQuestId(id)).toEqual({ slug, date: '2026-11-15', time: '1005', format });
        expect(isName(id)).toBe(true);
      }),
    );
  });

  it.each(['', 'x', 'Add_2026-11-15__1005', '-a_2026-11-15__1005', 'a_2026-11-15_1005'])(
    'is not %j',
    (text) => {
      expect(parseQuestId(text)).toBeUndefined();
    },
  );

  it('is not a megabyte of anything', () => {
    expect(parseQuestId(`${'a-'.repeat(500_000)}!`)).toBeUndefined();
    expect(isSlug('a-'.repeat(500_000))).toBe(false);
  });
});
