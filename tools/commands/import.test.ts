import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { getDebts } from '#contract/payments/getDebts.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { debtsFile } from '#testing/imports/importFiles.ts'
import { runToEnd } from '#testing/programs/runToEnd.ts'

const server = testServerForFile({ checked: true })
const folder = tempFolder(afterAll)

/** Runs `npm run import`. */
const run = (...args: string[]) =>
  runToEnd('tools/commands/import.ts', {
    args,
    env: { ...process.env, DATABASE_URL: server.databaseUrl, SECRET: TEST_SECRET },
  })
async function fileOf(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
const owed = async () => (await (await server.as('ana')).call(getDebts, {})).debts

describe('npm run import', () => {
  test('previews, imports and undoes debts, which the driver sees in between', async () => {
    const before = await owed()
    const path = await fileOf('deudas.csv', debtsFile([{ referencia: 'D-1', importe: '1.234,50' }]))
    const preview = await run('debts', path, '--preview')
    expect(preview).toMatchObject({ code: 0 })
    expect(preview.output).toContain('CSV separado por «;», en UTF-8')
    expect(preview.output).toContain('importe 1234,50')
    expect(preview.output).toContain('1 nuevas, 0 cambiadas, 0 iguales, 0 rechazadas.')
    expect(await owed()).toEqual(before)
    expect((await run('debts', path)).output).toContain('importación 7; se deshace con --undo 7')
    expect((await owed()).find(({ reference }) => reference === 'D-1')).toMatchObject({
      amount: 123_450,
    })
    expect((await run('debts', path)).output).toContain('No había nada que guardar.')
    expect(await run('--undo', '7')).toMatchObject({ code: 0 })
    expect(await owed()).toEqual(before)
    expect((await run('--undo', '7')).output).toBe('surtidor: la importación 7 ya está deshecha.\n')
  })

  test('exits with 1 when a row is rejected, and writes all of them to a file', async () => {
    const path = await fileOf('malas.csv', debtsFile([{ importe: 'mil' }, { referencia: 'D-9' }]))
    const { code, output } = await run('debts', path)
    expect(code).toBe(1)
    expect(output).toContain('1 × importe: se esperaba un importe con hasta dos decimales')
    expect(output).toContain('(línea 2 «mil»)')
    expect(await readFile(join(folder, 'malas.rechazadas.csv'), 'utf8')).toContain('2;importe;mil;')
  })

  test('names the folder in which it found no data', async () => {
    const { DATABASE_URL: _url, SECRET: _secret, ...env } = process.env
    const none = join(folder, 'none')
    const path = await fileOf('una.csv', debtsFile([{ referencia: 'D-1' }]))
    const { code, output } = await runToEnd('tools/commands/import.ts', {
      args: ['debts', path],
      env: { ...env, DATA_DIR: none },
    })
    expect([code, output]).toEqual([1, expect.stringContaining(`no hay datos en ${none}`)])
    expect(existsSync(none)).toBe(false)
  })

  test('prints a template that it imports', async () => {
    const { output } = await run('stations', '--template')
    const path = await fileOf('plantilla.csv', output)
    expect((await run('stations', path, '--preview')).output).toContain('2 nuevas')
  })

  test.each([
    ['nothing', [], 'se usa así'],
    ['an unknown kind', ['deudas', 'x.csv'], 'se usa así'],
    ['a kind without a file', ['debts'], 'se usa así'],
    ['a number that is none', ['--undo', 'x'], 'se usa así'],
    ['a missing file', ['debts', '/tmp/no/esta.csv'], 'no existe el archivo'],
    ['a folder', ['debts', tmpdir()], 'no es un archivo'],
    ['an unknown number', ['--undo', '99'], 'no hay ninguna importación con el número 99'],
  ])('refuses %s in one line', async (_what, args, sentence) => {
    const { code, output } = await run(...args)
    expect(code).toBe(1)
    expect(output).toContain(sentence)
    expect(output.trim().split('\n')).toHaveLength(1)
  })
})
