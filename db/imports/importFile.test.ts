import { drizzle } from 'drizzle-orm/node-postgres'
import { describe, expect, test } from 'vitest'
import { BANKS } from '#contract/reference/banks.ts'
import type { Db } from '#db/core/db.ts'
import { newClient } from '#db/core/withClient.ts'
import { IMPORT_KINDS, templateOf } from '#db/imports/importKinds.ts'
import { loyaltiesKind } from '#db/imports/loyaltiesKind.ts'
import { referenceLists } from '#db/reference/referenceLists.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { debtsFile, FEDE, importText, undo } from '#testing/imports/importFiles.ts'

const database = startForEachTest(() => freshDatabase('demo'))
const importDebts = (rows: Record<string, string | number>[], preview = false) =>
  importText(database.client, 'debts', debtsFile(rows), { preview })
const stored = async (statement: string) =>
  (await database.client.query(statement)).rows as object[]
const rejections = () => {
  const rejected: string[][] = []
  const storeRejected = async (cells: AsyncIterable<string[]>) => {
    for await (const one of cells) rejected.push(one)
  }
  return { rejected, storeRejected }
}
const ofImports = `select reference, amount::int, points, state from debt where reference like 'D-%' order by 1`

describe('importFile', () => {
  test.each(IMPORT_KINDS.map((kind) => [kind.name, kind] as const))(
    'imports the template of %s, finds it unchanged when it is repeated, and undoes it',
    async (_, kind) => {
      const { client } = database
      const run = (preview: boolean) => importText(client, kind.name, templateOf(kind), { preview })
      const preview = await run(true)
      expect(preview).toMatchObject({ updated: 0, unchanged: 0, groups: [], number: null })
      const result = await run(false)
      expect(result).toMatchObject({ created: preview.created, number: 7 })
      expect(result.created).toBeGreaterThan(0)
      expect(await run(false)).toMatchObject({
        created: 0,
        unchanged: result.created,
        number: null,
      })
      await undo(client, 7)
      expect(await run(true)).toMatchObject({ created: result.created })
    },
  )

  test('stores a debt with what its row says, its defaults and the name of its station', async () => {
    const row = {
      referencia: 'D-7',
      importe: '2.350,50',
      puntos: 60,
      cuotas: 3,
      ley: 2,
      fecha: '31/8/2026 18:05',
    }
    expect(await importDebts([row])).toMatchObject({
      created: 1,
      sample: [{ line: 2, values: { importe: '2350,50', fecha: '31/08/2026 18:05', ley: '2' } }],
    })
    expect(
      await stored(
        `select d.*, p.email from debt d join person p on p.id = d.person_id where reference = 'D-7'`,
      ),
    ).toMatchObject([
      {
        email: 'ana@demo.surtidor.uy',
        loyalty_code: '60000001',
        merchant_name: 'Estación Ombú',
        branch_code: 'E001',
        currency: '858',
        amount: '235050',
        taxed_amount: '0',
        installments: 3,
        indi: 2,
        final_consumer: true,
        points: 60,
        at: new Date('2026-08-31T21:05:00Z'),
        state: 'PENDING',
      },
    ])
  })

  test('says how it read the file, and shows the first rows as it understood them', async () => {
    const file = Buffer.from(
      'codigo;nombre;direccion;departamento;latitud;longitud;horario\n7;Estación Ñandú;Río 1;paysandú;-32,3;-58,1;Siempre',
      'latin1',
    )
    expect(await importText(database.client, 'stations', file, { preview: true })).toMatchObject({
      layout: { format: 'CSV', separator: ';', encoding: 'Windows-1252' },
      sample: [
        {
          line: 2,
          values: {
            codigo: 'E007',
            nombre: 'Estación Ñandú',
            departamento: 'Paysandú',
            latitud: '-32,3',
          },
        },
      ],
      updated: 1,
    })
  })

  test('counts created, updated and unchanged rows in a preview, which stores nothing', async () => {
    await importDebts([{ referencia: 'D-1' }, { referencia: 'D-2' }])
    const before = await stored(ofImports)
    const rows = [{ referencia: 'D-1' }, { referencia: 'D-2', importe: 150 }, { referencia: 'D-3' }]
    const counts = { created: 1, updated: 1, unchanged: 1, rejected: 0 }
    expect(await importDebts(rows, true)).toMatchObject({ ...counts, number: null })
    expect(await stored(ofImports)).toEqual(before)
    expect(await importDebts(rows)).toMatchObject({ ...counts, number: 8 })
    expect(await stored(ofImports)).toMatchObject([{ amount: 10_000 }, { amount: 15_000 }, {}])
    expect(
      await stored(
        `select kind, file_name, login, created, updated, unchanged from import where number = 8`,
      ),
    ).toEqual([
      {
        kind: 'debts',
        file_name: 'debts.csv',
        login: 'marta',
        created: 1,
        updated: 1,
        unchanged: 1,
      },
    ])
    expect(await stored(`select action, subject from audit order by seq desc limit 1`)).toEqual([
      { action: 'import', subject: '8' },
    ])
  })

  test('stores no row of a file of which one is rejected, and says of each what to do', async () => {
    const rows = [
      { referencia: 'D-1' },
      { referencia: 'D-2', importe: '12,345', fecha: '31/9/2026' },
      { referencia: 'D-3', documento: '1.234.567-2' },
      { referencia: 'D-4', documento: FEDE.documento },
      { referencia: 'D-1', importe: 5 },
      { referencia: 'D-5', vencimiento: '30/8/2026' },
      { referencia: 'D-6', estacion: 'E999' },
      { referencia: 'D-7', afiliado: '', puntos: 4 },
      { referencia: 'D-8', importe: 0 },
      { referencia: 'D-9', gravado: 90, iva: '10,01' },
      { referencia: '', concepto: '=cmd|x' },
    ]
    const { rejected, storeRejected } = rejections()
    const result = await importText(database.client, 'debts', debtsFile(rows), { storeRejected })
    expect(result).toMatchObject({ number: null, created: 1, rejected: 10 })
    expect(
      result.groups
        .flatMap(({ column, examples }) =>
          examples.map(({ line, found }) => `${line} ${column} ${found}`),
        )
        .toSorted(),
    ).toEqual([
      '10 importe 0,00',
      '11 gravado 90,00',
      '12 concepto =cmd|x',
      '12 referencia ',
      '3 fecha 31/9/2026',
      '3 importe 12,345',
      '4 afiliado 60000001',
      '4 documento 12345672',
      '5 afiliado 60000001',
      '6 referencia D-1',
      '7 vencimiento 30/08/2026',
      '8 estacion E999',
      '9 puntos 4',
    ])
    for (const { expected, remedy } of result.groups) expect([expected, remedy]).not.toContain('')
    expect(rejected).toHaveLength(13)
    expect(rejected).toContainEqual([
      '3',
      'fecha',
      '31/9/2026',
      expect.stringContaining('un día, con o sin hora'),
      expect.any(String),
    ])
    expect(await stored(ofImports)).toEqual([])
    expect(await stored('select number from import where number > 6')).toEqual([])
  })

  test('puts an apostrophe before a rejected cell that a spreadsheet would take for a formula', async () => {
    const { rejected, storeRejected } = rejections()
    await importText(database.client, 'debts', debtsFile([{ importe: '=cmd|x' }]), {
      storeRejected,
    })
    expect(rejected[0]?.slice(0, 3)).toEqual(['2', 'importe', `'=cmd|x`])
  })

  test('changes no debt that is paid, has a payment under way, or did not come from a file', async () => {
    const { client } = database
    await importDebts([{ referencia: 'D-1' }, { referencia: 'D-2' }, { referencia: 'D-3' }])
    await client.query(`update debt set state = 'PAID' where reference = 'D-1'`)
    await client.query(
      `insert into payment_attempt (id, person_id, debt_reference, net_id, merchant_id, currency, amount, taxed_amount,
         tax_amount, tip_amount, installments, indi, state, audit_number, created_at)
       select gen_random_uuid(), person_id, reference, '', '', currency, amount, 0, 0, 0, 1, 0, 'CREATED', 'x', now()
       from debt where reference = 'D-2'`,
    )
    const [other] = (await stored(
      `select reference from debt where state = 'PENDING' and reference like 'FAC-%' limit 1`,
    )) as { reference: string }[]
    const changes = ['D-1', 'D-2', 'D-3', other?.reference ?? ''].map((referencia) => ({
      referencia,
      importe: 7,
    }))
    const result = await importDebts(changes)
    expect(result).toMatchObject({ number: null, updated: 1, rejected: 3 })
    // The same rows as before are no change.
    expect(await importDebts([{ referencia: 'D-1' }, { referencia: 'D-2' }])).toMatchObject({
      unchanged: 2,
    })
    expect(await importDebts([{ referencia: 'D-3', ...FEDE }])).toMatchObject({ rejected: 1 })
  })

  test('of two imports of one file at once the second finds every row unchanged', async () => {
    const second = newClient({ connectionString: database.url })
    await second.connect()
    const rows = Array.from({ length: 500 }, (_, at) => ({ referencia: `D-${at}` }))
    const results = await Promise.all(
      [database.client, second].map((client) => importText(client, 'debts', debtsFile(rows))),
    )
    await second.end()
    expect(results.map(({ created }) => created).toSorted()).toEqual([0, 500])
    expect(results.map(({ unchanged }) => unchanged).toSorted()).toEqual([0, 500])
  })

  test('refuses prices and rates that overlap, in the file or with a stored one', async () => {
    const prices = (...rows: string[]) =>
      importText(
        database.client,
        'prices',
        ['producto;desde;hasta;precio;norma', ...rows].join('\n'),
        { preview: true },
      )
    expect(await prices('Super;1/1/2027;31/1/2027;80;D 1', 'Super;1/2/2027;;81;D 1')).toMatchObject(
      { created: 2, rejected: 0 },
    )
    expect(await prices('Super;1/1/2027;1/2/2027;80;D 1', 'Super;1/2/2027;;81;D 1')).toMatchObject({
      rejected: 1,
    })
    expect(await prices('Super;15/4/2026;;80;D 1')).toMatchObject({ rejected: 1 })
    expect(await prices('Super;1/12/2025;1/1/2026;80;D 1')).toMatchObject({ rejected: 1 })
    expect(await prices('Super;1/2/2027;1/1/2027;80;D 1')).toMatchObject({ rejected: 1 })
    expect(
      await importText(
        database.client,
        'rates',
        'ley;frontera;desde;hasta;tasa;norma\n2;Brasil;15/1/2026;;30;R 1',
      ),
    ).toMatchObject({ rejected: 1 })
  })

  test('offers imported banks after those of the specification, and undoes none that an account has', async () => {
    const { client } = database
    await importText(client, 'banks', 'banco\nZeta Bank\nAlfa Bank')
    const { lists } = await referenceLists(drizzle({ client }) as Db)
    const [banks] = lists.map(({ value }) => JSON.parse(value) as { code: string }[])
    expect(banks?.map(({ code }) => code)).toEqual([...BANKS, 'Alfa Bank', 'Zeta Bank'])
    await client.query(`update loyalty set account_bank = 'Zeta Bank' where code = '60000001'`)
    await expect(undo(client, 7)).rejects.toThrow('Zeta Bank ya es el banco de una cuenta')
  })

  test('gives an imported loyalty its points account, and refuses a second one of its person', async () => {
    const file = templateOf(loyaltiesKind).trim()
    await importText(database.client, 'loyalties', file)
    expect(
      await stored(
        `select balance::int, holder from ledger_account a join loyalty l on l.code = a.loyalty_code where l.code = '81000001'`,
      ),
    ).toEqual([{ balance: 0, holder: 'Federico Cabrera' }])
    const later = file.replace('1/3/2026', '2/3/2026')
    expect(await importText(database.client, 'loyalties', later)).toMatchObject({ updated: 1 })
    const ofAna = file.replace('9.000.006-8', '9.000.001-8')
    const [{ column } = {}] = (await importText(database.client, 'loyalties', ofAna)).groups
    expect(column).toBe('documento')
    const again = file.replace('81000001', '81000002').replace('8800000000018', '8800000000026')
    expect(await importText(database.client, 'loyalties', again)).toMatchObject({ rejected: 1 })
    const ofCarla = file
      .replace('9.000.006-8', '9.000.003-0')
      .replace('81000001', '81000003')
      .replace('8800000000018', '8800000000034')
    expect(await importText(database.client, 'loyalties', ofCarla)).toMatchObject({ rejected: 1 })
  })
})
