import { describe, expect, test } from 'vitest'
import { closeShift } from '#contract/station/closeShift.ts'
import { enrolTerminal } from '#contract/station/enrolTerminal.ts'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { factOf, objectSteps, rowsOf } from '#testing/console/objectSteps.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import {
  createTerminalKey,
  enrolTestTerminal,
  terminalWith,
} from '#testing/station/testTerminal.ts'

const server = testServerForFile({ checked: true })
const elena = startForFile(async () => objectSteps(await server.as('elena'), 'station'))
const diego = startForFile(async () => objectSteps(await server.as('diego'), 'station'))

describe('stations in the console', () => {
  test('are listed once over all pages, and found by name, code and department', async () => {
    const all = await elena.list()
    expect(all).toHaveLength(88)
    const ids = all.map(({ id }) => id)
    expect(await elena.paged(40)).toEqual(ids)
    const [first] = all
    const name = first?.cells[0]?.text ?? ''
    expect((await elena.list({ name: name.toUpperCase() })).map(({ id }) => id)).toContain(
      first?.id,
    )
    expect((await elena.list({ name: 'e002' })).map(({ id }) => id)).toEqual(['E002'])
    expect(await elena.found('E002')).toEqual(['E002'])
    const department = all.filter(({ cells }) => cells[2]?.text === 'Montevideo')
    expect(await elena.list({ department: 'MO' })).toEqual(department)
    expect(department.length).toBeGreaterThan(1)
    for (const text of ['%', '___', "' or 1=1 --", '\\'])
      expect(await elena.list({ name: text })).toEqual([])
    for (const id of ['', 'e001', 'E999', "' or 1=1", '../E001'])
      expect(await elena.reasonOf(id)).toBe('not_found')
  })

  test('show terminals, shifts that do not add up with both totals, and the sales of a day', async () => {
    const till = await enrolTestTerminal(server, 'E002')
    const sales = [
      reportedSale('1', 10, { shift: 'S1' }),
      reportedSale('2', 5, { shift: 'S1', loyaltyCode: '60000001' }),
    ]
    accepted(await till.call(reportSales, { items: sales }))
    accepted(await till.call(heartbeat, {}))
    const totals = {
      shift: 'S1',
      sales: 3,
      voids: 0,
      returns: 0,
      amounts: [{ currency: '858' as const, amount: 15 * 7688 }],
      quantities: [{ product: 'super' as const, millilitres: 16_000 }],
    }
    accepted(await till.call(closeShift, totals))
    const page = await diego.page('E002')
    const terminal = rowsOf(page, 'Cajas').at(-1)
    expect(terminal?.[1]).toEqual({ text: 'En uso', tone: 'good' })
    expect(terminal?.[2]?.stamp).toMatch(/^20260907/)
    expect(terminal?.[3]).toEqual({ text: 'En hora' })
    const name = terminal?.[0]?.text
    const shifts = rowsOf(page, 'Turnos').filter(([code]) => code?.text === 'S1')
    expect(shifts.map((row) => [row[3]?.text, row[1]?.text, row[5]?.text])).toEqual([
      [
        name,
        'No suma',
        'Ventas: 3 la caja, 2 nosotros; Super: 16,000\u00a0l la caja, 15,000\u00a0l nosotros',
      ],
      ['Toda la estación', 'Abierto', ''],
    ])
    const ofStation = { station: 'E002', shift: 'S1' }
    expect(shifts.map((row) => row[2]?.link)).toEqual([
      { kind: 'sale', id: '', search: { ...ofStation, terminal: expect.any(String) } },
      { kind: 'sale', id: '', search: ofStation },
    ])
    expect(rowsOf(page, 'Ventas de los últimos 14 días')).toContainEqual([
      { day: '20260906' },
      { count: 2 },
      { count: 1 },
      { count: 0 },
      { cents: 15 * 7688, currency: '858' },
      { text: '' },
    ])
    const [listed] = await elena.list({ name: 'E002' })
    expect(listed?.cells[5]).toEqual({ text: '1', tone: 'warn' })
    expect(page.groups.find(({ title }) => title === 'Precios vigentes')?.facts).not.toEqual([])
  })

  test('get a terminal whose code is told once and enrols it, and lose it once', async () => {
    const { outcome, code: enrolmentCode = '' } = accepted(await diego.act('E003', 'addTerminal'))
    const key = createTerminalKey()
    const { terminalName, branchCode } = accepted(
      await server.stranger.call(enrolTerminal, { enrolmentCode, publicKey: key.publicKey }),
    )
    expect(branchCode).toBe('E003')
    expect(outcome).toContain(terminalName)
    const client = terminalWith(key, server)
    accepted(await client.call(heartbeat, {}))

    const page = await diego.page('E003')
    expect(JSON.stringify(page)).not.toContain(enrolmentCode)
    const added = page.timeline.find(({ title }) => title === 'Caja agregada')
    expect(added?.by).toContain('Diego')
    const [revoke] = page.actions.filter((one) => one.name === 'revokeTerminal')
    const terminal = revoke?.fields[0]?.options.at(-1)
    expect(terminal?.label).toBe(terminalName)
    const fields = { terminal: terminal?.value ?? '' }
    // A terminal of another station is not one of this one's.
    expect((await diego.act('E002', 'revokeTerminal', fields)).responseHeader.reason).toBe(
      'not_found',
    )
    for (const wrong of [{}, { terminal: 'x' }, { terminal: "' or 1=1" }])
      expect((await diego.act('E003', 'revokeTerminal', wrong)).responseHeader.responseCode).toBe(
        '05',
      )
    expect((await diego.act('E002', 'renewCode', fields)).responseHeader.reason).toBe('not_found')
    const { code: newCode = '' } = accepted(await diego.act('E003', 'renewCode', fields))
    // The machine goes on until another one has enrolled.
    accepted(await client.call(heartbeat, {}))
    const other = createTerminalKey()
    const enrolWith = (code: string) =>
      server.stranger.call(enrolTerminal, { enrolmentCode: code, publicKey: other.publicKey })
    expect((await enrolWith(enrolmentCode)).responseHeader.responseCode).toBe('05')
    const enrolled = accepted(await enrolWith(newCode))
    expect(enrolled.terminalName).toBe(terminalName)
    expect((await client.call(heartbeat, {})).responseHeader.reason).toBe('unknown_key')
    const replaced = terminalWith(other, server)
    accepted(await replaced.call(heartbeat, {}))

    accepted(await diego.act('E003', 'revokeTerminal', fields))
    expect((await replaced.call(heartbeat, {})).responseHeader.reason).toBe('unknown_key')
    expect((await diego.act('E003', 'revokeTerminal', fields)).responseHeader.reason).toBe(
      'action_gone',
    )
    const { timeline } = await diego.page('E003')
    expect(timeline.filter(({ title }) => title === 'Caja dada de baja')).toHaveLength(1)
  })

  test('a new station has the next code, a terminal and a code that enrols it', async () => {
    const fields = {
      name: 'Estación Ceibo',
      department: 'MO',
      address: 'Rivera 2345, Montevideo',
      latitude: '-34,9057',
      longitude: '-56,1645',
      ruts: '21.123456.0019',
    }
    for (const [wrong, sentence] of [
      [{ name: ' ' }, /nombre/],
      [{ department: 'XX' }, /departamento/],
      [{ latitude: '34,9' }, /latitud/],
      [{ longitude: '-34,9' }, /longitud/],
      [{ address: '' }, /dirección/],
      [{ ruts: '' }, /RUT/],
      [{ ruts: '21.123456.0018' }, /RUT/],
    ] as const)
      expect(
        (await elena.act('', 'addStation', { ...fields, ...wrong })).responseHeader
          .responseDescription,
      ).toMatch(sentence)
    const made = accepted(await elena.act('', 'addStation', fields))
    expect(made.madeId).toMatch(/^E\d{3}$/)
    const { code = '' } = made
    expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
    expect(made.outcome).not.toContain(code)
    const key = createTerminalKey()
    accepted(
      await server.stranger.call(enrolTerminal, { enrolmentCode: code, publicKey: key.publicKey }),
    )
    const page = await elena.page(made.madeId)
    expect(page.title).toBe('Estación Ceibo')
    expect(rowsOf(page, 'Cajas')).toHaveLength(1)
    expect(await elena.found('Estación Ceibo')).toContain(made.madeId)
    expect((await diego.act('', 'addStation', fields)).responseHeader.responseCode).toBe('05')
    expect(factOf(page, 'RUT')?.text).toBe('211234560019')
  })

  test('show their RUTs, which an administrator changes', async () => {
    expect(factOf(await elena.page('E005'), 'RUT')?.text).toBe('211234560019')
    for (const ruts of ['', '211234560018', '211234560019 213456000016', 'E005'])
      expect(
        (await elena.act('E005', 'changeRuts', { ruts })).responseHeader.responseDescription,
      ).toMatch(/RUT/)
    const fields = { ruts: '21.123456.0019, 213456000016; 211234560019' }
    const { outcome } = accepted(await elena.act('E005', 'changeRuts', fields))
    expect(outcome).toContain('211234560019, 213456000016')
    const page = await elena.page('E005')
    expect(factOf(page, 'RUT')?.text).toBe('211234560019, 213456000016')
    // One more is added to those that the form holds.
    expect(page.actions.find(({ name }) => name === 'changeRuts')?.fields).toMatchObject([
      { name: 'ruts', value: '211234560019, 213456000016' },
    ])
    const [changed] = page.timeline
    expect(changed).toMatchObject({ title: 'RUT de la estación cambiados' })
    expect(changed?.remark).toContain('211234560019')
    expect((await diego.act('E005', 'changeRuts', fields)).responseHeader.responseCode).toBe('05')
    expect((await elena.act('E999', 'changeRuts', fields)).responseHeader.reason).toBe('not_found')
  })
})
