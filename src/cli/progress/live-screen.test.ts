import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LiveScreen, openLiveScreen } from './live-screen.ts';

const TO_SAVED_PLACE = '\x1b8';
const CURSOR_AND_WRAP_BACK = '\x1b[?7h\x1b[?25h';

describe('a live screen', () => {
  let written: string[] = [];
  let lines: string[] = [];
  let screen: LiveScreen;
  let resize: () => void = () => {};
  const terminal = {
    ...{ columns: 80, rows: 10, write: (text: string) => written.push(text) },
    on: (_: 'resize', call: () => void) => {
      resize = call;
    },
    off: () => {
      resize = () => {};
    },
  };

  beforeEach(() => {
    vi.useFakeTimers();
    [written, lines] = [[], ['one', 'two']];
    screen = openLiveScreen(terminal, () => lines);
  });
  afterEach(() => {
    screen.close();
    vi.useRealTimers();
  });

  const draw = (): string => {
    screen.changed();
    vi.advanceTimersByTime(100);
    return written.at(-1)!;
  };

  test('draws over what it drew, in one write', () => {
    expect(draw()).toContain('one\x1b[K\ntwo\x1b[K\n\x1b[J');
    lines = ['three'];
    expect(draw()).toContain(`${TO_SAVED_PLACE}\x1b[?7lthree`);
    expect(written).toHaveLength(2);
  });

  test('waits with the cursor at the top of the block, where nothing that is typed scrolls it', () => {
    expect(draw()).toContain('\x1b[J\x1b[2A\r\x1b7');
  });

  test('begins where the cursor is when the terminal has another size: the saved place is of the old one', () => {
    draw();
    resize();
    vi.advanceTimersByTime(100);
    expect(written.at(-1)).toContain('\r\x1b[?7lone');
    expect(written.at(-1)).not.toContain(TO_SAVED_PLACE);
    expect(draw()).toContain(TO_SAVED_PLACE);
  });

  test('draws at most ten times a second', () => {
    for (let at = 0; at < 1_000; at += 1) {
      screen.changed();
      vi.advanceTimersByTime(1);
    }
    expect(written.length).toBeLessThanOrEqual(10);
    expect(written.length).toBeGreaterThan(5);
  });

  test('draws each second although nothing happens, so that times go on', () => {
    draw();
    vi.advanceTimersByTime(3_000);
    expect(written.length).toBeGreaterThanOrEqual(3);
  });

  test('gives the cursor back after each draw and at the end', () => {
    expect(draw().endsWith(CURSOR_AND_WRAP_BACK)).toBe(true);
    screen.close();
    expect(written.at(-1)).toBe(CURSOR_AND_WRAP_BACK);
    expect(written.at(-2)).toContain(`${TO_SAVED_PLACE}\x1b[J`);
  });

  test('what is said stays above the block, and is wrapped like any text', () => {
    draw();
    screen.say('news');
    const text = draw();
    expect(text.indexOf('news')).toBeGreaterThan(text.indexOf(TO_SAVED_PLACE));
    expect(text.indexOf('news')).toBeLessThan(text.indexOf('\x1b[?7l'));
  });

  test('never draws more lines than the terminal has', () => {
    lines = Array.from({ length: 50 }, (_, at) => `line ${at}`);
    expect(draw().split('\n')).toHaveLength(10);
  });

  test('draws nothing while somebody types, and below it afterwards', () => {
    draw();
    screen.pause();
    const before = written.length;
    screen.changed();
    vi.advanceTimersByTime(2_000);
    expect(written).toHaveLength(before);
    screen.resume();
    vi.advanceTimersByTime(100);
    expect(written.at(-1)).not.toContain(TO_SAVED_PLACE);
    expect(written.at(-2)).not.toMatch(/\x1b\[\d+A/);
  });

  test('leaves no timer and no listener behind', () => {
    const listeners = process.listenerCount('exit');
    screen.close();
    expect(process.listenerCount('exit')).toBe(listeners - 1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
