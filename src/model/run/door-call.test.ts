import { describe, expect, it } from 'vitest';
import { answerFrom, doorAddress, mcpUrl } from './door-call.ts';

describe('the door as a process sees it', () => {
  it.each([
    [{}, undefined],
    [{ BATON_URL: 'http://127.0.0.1:1' }, undefined],
    [{ BATON_TOKEN: 't' }, undefined],
    [{ BATON_URL: 'file:///etc', BATON_TOKEN: 't' }, undefined],
    [{ BATON_URL: 'http://127.0.0.1:1', BATON_TOKEN: 'a\nb' }, undefined],
    [
      { BATON_URL: 'http://127.0.0.1:1/', BATON_TOKEN: 't', BATON_ASSIGNMENT: 'a.b.1' },
      { url: 'http://127.0.0.1:1', token: 't', assignment: 'a.b.1' },
    ],
  ])('is found in the environment: %j', (env, address) => {
    expect(doorAddress(env)).toEqual(address);
  });

  it('has an address for each assignment', () => {
    expect(mcpUrl({ url: 'http://h', token: 't', assignment: '../x' })).toBe('http://h/mcp/..%2Fx');
  });

  it.each([
    [200, '{"status":"idle","message":"m"}', { status: 'idle', message: 'm' }],
    [
      413,
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"too large","data":{"code":"SUBMISSION_TOO_LARGE","hint":"h"}}}',
      { status: 'refused', message: 'too large', code: 'SUBMISSION_TOO_LARGE', hint: 'h' },
    ],
    [
      502,
      '<html>',
      {
        status: 'refused',
        message: 'expected an answer of the door, got HTTP 502: <html>',
        code: 'INTERNAL',
      },
    ],
    [
      200,
      '',
      {
        status: 'refused',
        message: 'expected an answer of the door, got HTTP 200: no words',
        code: 'INTERNAL',
      },
    ],
    [200, '[]', expect.objectContaining({ code: 'INTERNAL' })],
  ])('answers, or is told what came instead: %j %j', (status, body, answer) => {
    expect(answerFrom(status, body)).toEqual(answer);
  });
});
