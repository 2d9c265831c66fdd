import { describe, expect, test } from 'vitest'
import { cliErrorMessage } from '#db/cliErrorMessage.ts'

const FULL = 'no queda lugar en el disco.'
const errorWith = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: something`), { code, ...more })

describe('cliErrorMessage', () => {
  test('reports a full disk of the file system, of a statement, or of the end of the database log', () => {
    expect(cliErrorMessage(errorWith('ENOSPC'))).toBe(FULL)
    expect(
      cliErrorMessage(
        new Error('could not extend file "base/5/1": No space left on device\nHINT: …'),
      ),
    ).toBe(FULL)
    const databaseLog =
      'LOG:  checkpoint starting\nPANIC:  could not write to file "pg_wal/xlogtemp.31": No space left on device\n'
    for (const message of ['Connection terminated unexpectedly', 'write EPIPE'])
      expect(cliErrorMessage(new Error(message), databaseLog)).toBe(FULL)
  })

  test('names the setting to change for a data folder that PostgreSQL cannot write', () => {
    for (const cause of ['Read-only file system', 'Permission denied'])
      expect(
        cliErrorMessage(new Error(`FATAL:  could not create lock file "postmaster.pid": ${cause}`)),
      ).toBe(
        'PostgreSQL no puede escribir en su carpeta: revisá los permisos o elegí otra DATA_DIR.',
      )
  })

  test('reports another error by the first line of its message or of its cause', () => {
    expect(cliErrorMessage(new Error('una\ndos'), 'LOG:  ready')).toBe('una')
    expect(cliErrorMessage(new Error('Failed query: …', { cause: new Error('la causa') }))).toBe(
      'la causa',
    )
    expect(cliErrorMessage(errorWith('EACCES', { path: '/datos' }))).toMatch(
      /^no puedo escribir en \/datos:/,
    )
  })
})
