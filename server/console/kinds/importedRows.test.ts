import { describe, expect, test } from 'vitest'
import type { ObjectPage } from '#contract/console/objectPage.ts'
import { purgeExpired } from '#db/retention.ts'
import { factOf, objectSteps, rowsOf } from '#testing/console/objectSteps.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { freshCode, testServerForEachTest } from '#testing/harness/testServer.ts'
import { debtsFile } from '#testing/imports/importFiles.ts'

const server = testServerForEachTest({ checked: true })
const elena = startForEachTest(async () => objectSteps(await server.as('elena'), 'import'))

const ELENA = 'elena@demo.surtidor.uy'
const HEADING = 'producto;desde;hasta;precio;norma'
const pricesFile = (...rows: string[]) => [HEADING, ...rows].join('\r\n')
const GOOD = 'Super;1/1/2027;;78,20;Decreto 999/026'
const sent = (bytes: string | Buffer) => ({
  name: 'precios.csv',
  content: Buffer.from(bytes as string).toString('base64'),
})
const upload = (bytes: string | Buffer, kind = 'prices') =>
  elena.act('', 'upload', { kind }, { file: sent(bytes) })
/** Presses of one moment have one code: a code counts once. */
const commit = async (id: string, { jumps = '' } = {}) =>
  await elena.act(id, 'commit', { code: await freshCode(server.context, ELENA), jumps })
const store = async (row: string) =>
  accepted(await commit(accepted(await upload(pricesFile(row))).madeId)).madeId
const pricesOf = async (day: string) =>
  (
    await server.owner.query(
      'select product, price from fuel_price where valid_from = $1 order by product',
      [day],
    )
  ).rows

describe('imported rows in the console', () => {
  test('show the rows before and after, and keep the file, as long as it may be kept', async () => {
    await store(GOOD)
    const changed = pricesFile(GOOD.replace('78,20', '79,10'), GOOD.replace('Super', 'Gasoil'))
    const { madeId } = accepted(await upload(changed, 'prices'))
    const rows = (page: ObjectPage) => [
      rowsOf(page, 'Filas nuevas').map((cells) => cells.map(({ text }) => text)),
      rowsOf(page, 'Filas cambiadas').map((cells) => cells.map(({ text }) => text)),
    ]
    const both = [
      [['Gasoil', '01/01/2027', '78,20', 'Decreto 999/026']],
      [['Super · 01/01/2027', 'precio', '78,20', '79,10']],
    ]
    const before = await elena.page(madeId)
    expect(rows(before)).toEqual(both)
    const stored = accepted(await commit(madeId, { jumps: 'sure' })).madeId
    await store(GOOD.replace('78,20', '79,90'))
    const page = await elena.page(stored)
    expect(rows(page)).toEqual(both)
    expect(factOf(page, 'SHA-256 del archivo')).toEqual(factOf(before, 'SHA-256'))
    expect(page.actions.find(({ name }) => name === 'undo')).toMatchObject({
      danger: true,
      question: expect.stringMatching(/^Se borran 1 filas que creó, y 1 que cambió/),
    })
    const { download } = accepted(await elena.act(stored, 'download'))
    expect(download).toEqual({ ...sent(changed) })
    expect((await elena.page(stored)).timeline[0]?.title).toBe('Archivo importado descargado')
  })

  test('about people are masked, and their file is kept for 30 days', async () => {
    const { madeId } = accepted(await upload(debtsFile([{ referencia: 'P-1' }]), 'debts'))
    const stored = accepted(await commit(madeId)).madeId
    const masked = await elena.page(stored)
    expect(masked).toMatchObject({ masked: true, tables: [] })
    expect(rowsOf(await elena.page(stored, true), 'Filas nuevas')[0]?.[0]).toEqual({ text: 'P-1' })
    accepted(await elena.act(stored, 'download'))
    const other = await store(GOOD)
    await server.owner.query(`update import set at = at - interval '31 days'`)
    await purgeExpired(server.context.db, server.context.now())
    expect((await elena.act(stored, 'download')).responseHeader.reason).toBe('action_gone')
    accepted(await elena.act(other, 'download'))
  })

  test('ask about a price beyond 20 % of the one before', async () => {
    const wrong = accepted(await upload(pricesFile(GOOD.replace('78,20', '7,82')))).madeId
    const page = await elena.page(wrong)
    const sentence = 'Super pasa de $\u00a076,88 a $\u00a07,82 (−90\u00a0%)'
    expect(factOf(page, 'Cambia mucho')).toEqual({ text: sentence, tone: 'warn' })
    const [asked] = page.actions.find(({ name }) => name === 'commit')?.fields ?? []
    expect(asked?.options).toEqual([{ value: 'sure', label: `Sí: ${sentence}` }])
    const { responseHeader } = await commit(wrong)
    expect(responseHeader.responseDescription).toContain(sentence)
    expect(await pricesOf('2027-01-01')).toEqual([])
    // Another import meanwhile changes what it is compared with.
    await store('Super;31/12/2026;;80,00;Decreto 999/026')
    expect((await commit(wrong, { jumps: 'sure' })).responseHeader.reason).toBe('action_gone')
    const again = accepted(await upload(pricesFile(GOOD.replace('78,20', '7,82')))).madeId
    accepted(await commit(again, { jumps: 'sure' }))
    expect(await pricesOf('2027-01-01')).toEqual([{ product: 'super', price: 782 }])
    const small = await elena.page(accepted(await upload(pricesFile(GOOD))).madeId)
    expect(factOf(small, 'Cambia mucho')?.text).toContain('pasa de')
  })
})
