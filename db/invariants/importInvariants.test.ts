import { describe, expect, test } from 'vitest'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { debtsFile, importText, undo } from '#testing/imports/importFiles.ts'

/** T10 is violated on purpose, and the check names the row. */
const database = startForFile(() =>
  createCorruptibleDatabase(async ({ client }) => {
    await importText(
      client,
      'debts',
      debtsFile([{ referencia: 'kept' }, { referencia: 'changed' }]),
    )
    await importText(
      client,
      'debts',
      debtsFile([{ referencia: 'changed', importe: 9 }, { referencia: 'gone' }]),
    )
    await undo(client, 8)
  }),
)

describe('import invariants', () => {
  test('T10: reports a row without its import, other counts, a row that is gone, and one that is left', async () => {
    expect((await database.after('delete from import where number = 6')).T10).toContain(
      'fila sin su importación',
    )
    const counts = await database.after('update import set created = 3 where number = 6')
    expect(counts.T10).toContain('las cuentas no son las de sus filas')
    const gone = await database.after(`delete from debt where reference = 'kept'`)
    expect(gone.T10).toContain('fila importada que no está')
    const left = await database.after(`update debt set reference = 'gone' where reference = 'kept'`)
    expect(left.T10).toContain('fila de una importación deshecha')
  })
})
