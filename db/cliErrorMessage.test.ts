import { expect, test } from 'vitest'
import { cliErrorMessage } from '#db/cliErrorMessage.ts'

const FULL = 'no queda lugar en el disco.'
const because = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: something`), { code, ...more })

test('a full disk is told by whoever noticed it: the file system, the database, or its last words', () => {
  expect(cliErrorMessage(because('ENOSPC'))).toBe(FULL)
  expect(
    cliErrorMessage(
      new Error('could not extend file "base/5/1": No space left on device\nHINT: …'),
    ),
  ).toBe(FULL)
  const lastWords =
    'LOG:  checkpoint starting\nPANIC:  could not write to file "pg_wal/xlogtemp.31": No space left on device\n'
  for (const felt of ['Connection terminated unexpectedly', 'write EPIPE'])
    expect(cliErrorMessage(new Error(felt), lastWords)).toBe(FULL)
})

test('anything else is the first line of what was said, with its cause where that says more', () => {
  expect(cliErrorMessage(new Error('una\ndos'), 'LOG:  ready')).toBe('una')
  expect(cliErrorMessage(new Error('Failed query: …', { cause: new Error('la causa') }))).toBe(
    'la causa',
  )
  expect(cliErrorMessage(because('EACCES', { path: '/datos' }))).toMatch(
    /^no puedo escribir en \/datos:/,
  )
})
