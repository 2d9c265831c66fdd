import { drizzle } from 'drizzle-orm/node-postgres'
import { describe, expect, test } from 'vitest'
import { MAX_IMPORT_BYTES } from '#contract/console/importKind.ts'
import { objects } from '#contract/operator/objects.ts'
import { connectDb } from '#db/core/connection.ts'
import { lockImports } from '#db/imports/importFile.ts'
import { IMPORT_KINDS } from '#db/imports/importKinds.ts'
import { factOf, objectSteps, rowsOf } from '#testing/console/objectSteps.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted, type TestWire } from '#testing/harness/testClient.ts'
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
const commit = async (id: string, more?: TestWire) =>
  await elena.act(id, 'commit', { code: await freshCode(server.context, ELENA) }, more)
const pricesOf = async (day: string) =>
  (
    await server.owner.query(
      'select product, price from fuel_price where valid_from = $1 order by product',
      [day],
    )
  ).rows

describe('imports in the console', () => {
  test('take every kind of file that the command takes, and are filtered by it', async () => {
    const client = await server.as('elena')
    const { filterOptions, listActions } = accepted(await client.call(objects, { kind: 'import' }))
    const choices = IMPORT_KINDS.map(({ name: value, label }) => ({ value, label }))
    expect(filterOptions.kind).toEqual(choices)
    for (const { fields } of listActions) expect(fields[0]?.options).toEqual(choices)
    for (const { value: kind } of choices) {
      const { download } = accepted(await elena.act('', 'downloadTemplate', { kind }))
      expect(download?.name).toBe(`${kind}.csv`)
      const { madeId } = accepted(await elena.act('', 'upload', { kind }, { file: download }))
      expect(factOf(await elena.page(madeId), 'Formato')?.text).toBe('CSV')
    }
    const none = await elena.act('', 'downloadTemplate', { kind: 'pagos' })
    expect(none.responseHeader.reason).toBe('invalid_request')
  })

  test('show what a commit rejects that the upload had accepted', async () => {
    const debts = debtsFile([{ referencia: 'FAC-2027-1' }])
    const { madeId } = accepted(await upload(debts, 'debts'))
    expect(factOf(await elena.page(madeId), 'Filas rechazadas')?.count ?? 0).toBe(0)
    await server.owner.query(
      `update person set document_number = '99999999' where email like 'ana@%'`,
    )
    const { responseHeader } = await commit(madeId)
    expect(responseHeader.responseDescription).toMatch(/^Desde que lo subiste cambió algo/)
    expect(factOf(await elena.page(madeId), 'Filas rechazadas')?.count).toBe(1)
  })

  test('show a wrong line, store nothing until commit, and give it back by undo', async () => {
    const wrong = accepted(await upload(pricesFile(GOOD, 'Gasoil;1/1/2027;;caro;Decreto 1')))
    const rejected = await elena.page(wrong.madeId)
    expect(factOf(rejected, 'Filas rechazadas')?.count).toBe(1)
    expect(rowsOf(rejected, 'Celdas rechazadas')[0]?.slice(0, 3)).toEqual([
      { text: '3' },
      { text: 'precio' },
      { text: 'caro' },
    ])
    expect(rejected.actions.map(({ name }) => name)).not.toContain('commit')
    expect((await commit(wrong.madeId)).responseHeader.reason).toBe('action_gone')
    accepted(await elena.act(wrong.madeId, 'discard'))
    expect(await elena.reasonOf(wrong.madeId)).toBe('not_found')

    const { madeId } = accepted(await upload(pricesFile(GOOD)))
    const page = await elena.page(madeId)
    expect(factOf(page, 'Columnas')?.text).toBe('producto, desde, hasta, precio, norma')
    expect(rowsOf(page, 'Primeras filas, como se entendieron')[0]).toEqual(
      expect.arrayContaining([{ text: '78,20' }, { text: '01/01/2027' }]),
    )
    expect(await pricesOf('2027-01-01')).toEqual([])
    expect((await elena.list({ state: 'uploaded' })).map(({ id }) => id)).toEqual([madeId])
    const stored = accepted(await commit(madeId)).madeId
    expect(await pricesOf('2027-01-01')).toEqual([{ product: 'super', price: 7820 }])
    expect(await elena.reasonOf(madeId)).toBe('not_found')
    const [listed] = await elena.list({ kind: 'prices' })
    expect(listed?.id).toBe(stored)
    expect(listed?.cells[4]).toEqual({ text: 'elena@demo.surtidor.uy' })
    accepted(await elena.act(stored, 'undo'))
    expect(await pricesOf('2027-01-01')).toEqual([])
    expect((await elena.act(stored, 'undo')).responseHeader.reason).toBe('action_gone')
    const { timeline, badges } = await elena.page(stored)
    expect(badges[0]?.text).toBe('Deshecho')
    expect(timeline.map(({ title }) => title)).toEqual([
      'Importación deshecha',
      'Importación guardada',
    ])
    expect(timeline[1]?.remark).toBe('Filas nuevas: 1 · Filas cambiadas: 0')
    expect(timeline[0]?.by).toContain('Elena')
    const ids = (await elena.list()).map(({ id }) => id)
    expect(await elena.paged(2)).toEqual(ids)
  })

  test('store a file once when two operators commit it at the same time', async () => {
    const { madeId } = accepted(await upload(pricesFile(GOOD)))
    const rita = objectSteps(await createPersonLike(server, 'rita', 'elena'), 'import')
    const code = await freshCode(server.context, 'rita@demo.surtidor.uy')
    const both = await Promise.all([commit(madeId), rita.act(madeId, 'commit', { code })])
    expect(both.map(({ madeId: number }) => number).filter(Boolean)).toHaveLength(1)
    const reasons = both.map(({ responseHeader: { reason } }) => reason ?? '').toSorted()
    expect(reasons).toEqual(['', expect.stringMatching(/^(action_gone|not_found)$/)])
    expect(await pricesOf('2027-01-01')).toHaveLength(1)
  })

  test('want the second factor, and above the sums of a day a second operator', async () => {
    const limits = server.context.config.importLimits
    Object.assign(limits, { pesos: 30_000, points: 10 })
    const debts = async (name: string, of: Record<string, string | number>) =>
      accepted(await upload(debtsFile([{ referencia: name, ...of }]), 'debts')).madeId
    const first = await debts('S-1', { importe: '200,00', puntos: 6 })
    expect((await elena.act(first, 'commit')).responseHeader.responseDescription).toBe(
      'Escribí el código de tu segundo factor.',
    )
    const outcomeOf = async (id: string) => accepted(await commit(id)).outcome
    expect(await outcomeOf(first)).toContain('Quedó guardado')
    const waits = 'Pasa el límite: espera a que otra persona lo confirme.'
    expect(await outcomeOf(await debts('S-2', { importe: '100,01' }))).toBe(waits)
    const third = await debts('S-3', { importe: '100,00', puntos: 5 })
    expect(await outcomeOf(third)).toBe(waits)
    const page = await elena.page(third)
    expect(page.badges[1]?.text).toBe('Espera a otra persona')
    expect(factOf(page, 'Qué falta')?.text).toMatch(/^Que otra persona lo confirme/)
    expect(page.actions.map(({ name }) => name)).toEqual(['withdraw', 'download'])
    expect([factOf(page, 'Deudas en pesos')?.cents, factOf(page, 'Puntos')?.count]).toEqual([
      10_000, 5,
    ])
    const ownOf = (of: typeof page, action: string) =>
      of.actions.find(({ name }) => name === action)?.fields[0]?.options[0]?.value ?? ''
    const code = () => freshCode(server.context, ELENA)
    const own = ownOf(page, 'withdraw')
    accepted(await elena.act(third, 'withdraw', { own, code: await code() }))
    expect((await elena.page(third)).badges[1]).toBeUndefined()
    const rita = objectSteps(await createPersonLike(server, 'rita', 'elena'), 'import')
    const fifth = await debts('S-5', { importe: '300,01' })
    expect(await outcomeOf(fifth)).toBe(waits)
    const decided = await rita.act(fifth, 'decide', {
      proposal: ownOf(await rita.page(fifth), 'decide'),
      decision: 'confirmed',
      code: await freshCode(server.context, 'rita@demo.surtidor.uy'),
    })
    expect(accepted(decided).outcome).toContain('Quedó guardado')
    expect(await outcomeOf(await debts('S-4', { importe: '100,00', puntos: 4 }))).toContain('Quedó')
    expect(await outcomeOf(accepted(await upload(pricesFile(GOOD))).madeId)).toContain('Quedó')
    const { rows } = await server.owner.query(
      `select reference from debt where reference like 'S-%'`,
    )
    expect(rows.map(({ reference }) => reference).toSorted()).toEqual(['S-1', 'S-4', 'S-5'])
  })

  test('answer 503 while another import compares its rows, and are stored after it', async () => {
    const { madeId } = accepted(await upload(pricesFile(GOOD)))
    const own = server.context.db
    const impatient = await connectDb(server.databaseUrl, 2, server.context.config.secret, 500)
    await server.owner.query('begin')
    await lockImports(drizzle({ client: server.owner }))
    server.context.db = impatient.db
    // Not repeated: another server has a pool of its own.
    const waited = await commit(madeId, { header: {} })
    server.context.db = own
    await server.owner.query('rollback')
    await impatient.close()
    expect([waited.status, waited.headers.get('retry-after')]).toEqual([503, '2'])
    accepted(await commit(madeId))
    expect(await pricesOf('2027-01-01')).toHaveLength(1)
  })

  test.each([
    ['an empty file', '', /^El archivo está vacío/],
    ['other columns', 'a;b\r\n1;2', /^Faltan columnas: producto/],
    ['a spreadsheet', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), /^El archivo es un libro de Excel/],
    ['UTF-16', Buffer.from('\ufeffproducto', 'utf16le'), /^El archivo está en UTF-16/],
    [
      'bytes that are no text',
      Buffer.from([0x61, 0, 0x62, 0x0a, 0x63]),
      /^El archivo no es de texto/,
    ],
    ['an unknown kind', GOOD, /^Ese tipo de archivo no existe/, { kind: 'pagos' }],
    ['no kind', GOOD, /^Elegí qué trae/, { kind: '' }],
    ['no file', GOOD, /^Elegí un archivo/, { file: undefined }],
    ['no base64', GOOD, /./, { file: { name: 'precios.csv', content: '¡hola!' } }],
    ['a file without a name', GOOD, /^El nombre/, { file: { name: 'x'.repeat(201), content: '' } }],
  ])('refuse %s with a sentence and store nothing', async (_name, bytes, sentence, changed?) => {
    const { kind, file } = { kind: 'prices', file: sent(bytes), ...changed }
    const { responseHeader } = await elena.act('', 'upload', { kind }, { file })
    expect(responseHeader.reason).toBe('invalid_request')
    expect(responseHeader.responseDescription).toMatch(sentence)
    expect(await elena.list({ state: 'uploaded' })).toEqual([])
  })

  test('take a file of Windows-1252, and one of 2 MB, which other fields do not', async () => {
    const latin = Buffer.from(pricesFile(GOOD.replace('Decreto', 'Resolución')), 'latin1')
    const { madeId } = accepted(await upload(latin))
    const page = await elena.page(madeId)
    expect(factOf(page, 'Codificación')?.text).toBe('Windows-1252')
    expect(JSON.stringify(page)).toContain('Resolución')
    const line = 'Super;1/1/2027;;caro;x\r\n'
    const large = `${HEADING}\r\n${line.repeat((MAX_IMPORT_BYTES - 100) / line.length)}`
    const many = accepted(await upload(large))
    expect(factOf(await elena.page(many.madeId), 'Filas rechazadas')?.count).toBeGreaterThan(80_000)
    const tooLong = await elena.act(madeId, 'note', { text: 'x'.repeat(2_001) })
    expect(tooLong.responseHeader.responseCode).toBe('05')
  })

  test('are not undone while a later one has changed a row of theirs', async () => {
    const store = async (row: string) =>
      accepted(await commit(accepted(await upload(pricesFile(row))).madeId)).madeId
    const first = await store(GOOD)
    const later = await store(GOOD.replace('78,20', '79,10'))
    const { responseHeader } = await elena.act(first, 'undo')
    expect(responseHeader.responseCode).toBe('05')
    expect(responseHeader.responseDescription).toContain('la cambió una importación posterior')
    expect(await pricesOf('2027-01-01')).toEqual([{ product: 'super', price: 7910 }])
    for (const number of [later, first]) accepted(await elena.act(number, 'undo'))
    expect(await pricesOf('2027-01-01')).toEqual([])
  })

  test('are for administrators, and unknown ids are not found', async () => {
    const diego = objectSteps(await server.as('diego'), 'import')
    expect(await diego.reasonOf('1')).toBe('role_missing')
    for (const id of ['0', '99999', '99999999999', 'x', "' or 1=1"])
      expect(await elena.reasonOf(id)).toBe('not_found')
  })
})
