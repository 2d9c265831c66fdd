import { describe, expect, test } from 'vitest'
import { branches } from '#contract/info/branches.ts'
import { factOf, objectSteps } from '#testing/console/objectSteps.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { freshCode, testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest({ checked: true })
const elena = startForEachTest(async () => objectSteps(await server.as('elena'), 'station'))
const imports = startForEachTest(async () => objectSteps(await server.as('elena'), 'import'))

const formOf = async (action: string, id = 'E002') => {
  const fields = (await elena.page(id)).actions.find(({ name }) => name === action)?.fields ?? []
  return Object.fromEntries(fields.map(({ name, value = '' }) => [name, value]))
}
const change = async (fields: Record<string, string> = {}) =>
  await elena.act('E002', 'changeStation', { ...(await formOf('changeStation')), ...fields })
const price = async (fields: Record<string, string>) =>
  await elena.act('E002', 'changePrice', {
    ...(await formOf('changePrice')),
    grade: 'super',
    ...fields,
    code: await freshCode(server.context, 'elena@demo.surtidor.uy'),
  })
const pricesOf = async (product: string) =>
  (
    await server.owner.query<{ row: string }>(
      `select concat_ws(' ', valid_from, coalesce(valid_to::text, '-'), price, decree) as row from fuel_price
       where product = $1 and valid_from >= '2026-03-01' order by valid_from`,
      [product],
    )
  ).rows.map(({ row }) => row)
const newestImport = async () => (await imports.list())[0]?.id ?? ''

describe('changeStation', () => {
  test('changes address, hours and services by an import of one row that can be undone', async () => {
    const held = await formOf('changeStation')
    expect(held.address).not.toBe('')
    expect((await change()).responseHeader.responseDescription).toBe(
      'Ya está así: no cambiaste nada.',
    )
    const fields = {
      address: 'Rivera 99, "Sur"; Montevideo',
      openingHours: 'De 6:00 a 22:00',
      services: 'Combustibles: Super, Gasoil\n\nLavado',
    }
    const { outcome } = accepted(await change(fields))
    const number = await newestImport()
    expect(outcome).toContain(`importación ${number}`)
    expect(await formOf('changeStation')).toEqual({
      ...fields,
      services: 'Combustibles: Super, Gasoil\nLavado',
    })
    const driver = await server.as('ana')
    const seen = accepted(await driver.call(branches, {})).branches.find(
      ({ code }) => code === 'E002',
    )
    expect(seen).toMatchObject({ address: fields.address, openingHours: fields.openingHours })
    const page = await elena.page('E002')
    expect(page.timeline[0]).toMatchObject({
      title: 'Datos de la estación cambiados',
      remark: `Importación: ${number}`,
    })
    expect(factOf(page, 'RUT')?.text).not.toBe('')
    expect(factOf(await imports.page(number), 'Filas cambiadas')?.count).toBe(1)
    accepted(await imports.act(number, 'undo'))
    expect(await formOf('changeStation')).toEqual(held)
  })

  test.each([
    ['no address', { address: '' }, /dirección/],
    ['a formula', { address: '=A1' }, /«direccion»/],
    ['an unknown service', { services: 'Peluquería' }, /«servicios»/],
    ['hours that are too long', { openingHours: 'x'.repeat(201) }, /horario/],
  ])('refuses %s with a sentence and stores nothing', async (_what, fields, sentence) => {
    const before = await newestImport()
    const { responseHeader } = await change(fields)
    expect(responseHeader).toMatchObject({ responseCode: '05', reason: 'invalid_request' })
    expect(responseHeader.responseDescription).toMatch(sentence)
    expect(await newestImport()).toBe(before)
  })

  test('is for administrators', async () => {
    const diego = objectSteps(await server.as('diego'), 'station')
    const names = (await diego.page('E002')).actions.map(({ name }) => name)
    expect(names).not.toContain('changeStation')
    expect(names).not.toContain('changePrice')
    const { responseHeader } = await diego.act('E002', 'changePrice', { grade: 'super' })
    expect(responseHeader.reason).toBe('role_missing')
  })
})

describe('the facts of the page', () => {
  test('name actions of the page, and what their forms hold at first is a choice of theirs', async () => {
    const { groups, actions } = await elena.page('E002')
    const edits = groups.flatMap(({ facts }) => facts.flatMap(({ value }) => value.edit ?? []))
    expect(new Set(edits.map(({ action }) => action))).toEqual(
      new Set(['changeStation', 'changeRuts', 'changePrice']),
    )
    for (const { action, fields } of edits)
      for (const [name, value] of Object.entries(fields)) {
        const field = actions
          .find((one) => one.name === action)
          ?.fields.find((one) => one.name === name)
        expect(field?.options.map((option) => option.value)).toContain(value)
      }
  })
})

describe('changePrice', () => {
  test('starts a price today with the decree of the one before, whose end it keeps', async () => {
    await server.owner.query(
      `update fuel_price set valid_to = '2026-09-20' where product = 'super' and valid_from = '2026-03-01'`,
    )
    accepted(await price({ price: '77,50' }))
    expect(await pricesOf('super')).toEqual([
      '2026-03-01 2026-09-06 7688 Decreto 130/025',
      '2026-09-07 2026-09-20 7750 Decreto 130/025',
    ])
    // It has begun: drivers were shown it. The next correction is another one.
    const undone = await imports.act(await newestImport(), 'undo')
    expect(undone.responseHeader.responseDescription).toContain('ya empezó a regir')
    accepted(await price({ price: '77,70', decree: 'Decreto 1/026' }))
    expect((await pricesOf('super')).at(-1)).toBe('2026-09-07 2026-09-20 7770 Decreto 1/026')
  })

  test('of a day to come can be undone, with the end of the one before', async () => {
    const before = await pricesOf('gasoil')
    await server.owner.query(
      `update fuel_price set valid_to = '2030-01-01' where product = 'gasoil' and valid_from = '2026-03-01'`,
    )
    const held = await pricesOf('gasoil')
    accepted(await price({ grade: 'gasoil', price: '50,00', from: '20991001' }))
    accepted(await imports.act(await newestImport(), 'undo'))
    expect(await pricesOf('gasoil')).toEqual(held)
    accepted(await price({ grade: 'gasoil', price: '50,00', from: '20290101' }))
    expect(await pricesOf('gasoil')).toHaveLength(before.length + 1)
    accepted(await imports.act(await newestImport(), 'undo'))
    expect(await pricesOf('gasoil')).toEqual(held)
  })

  test('asks about a price beyond 20 % of the one before, in words, and keeps what it holds', async () => {
    const before = await pricesOf('super')
    const asked = await price({ price: '7,69' })
    expect(asked.responseHeader.responseDescription).toMatch(
      /^Super pasa de \$\s76,88 a \$\s7,69 \(−90\s%\)/,
    )
    expect(await pricesOf('super')).toEqual(before)
    accepted(await price({ price: '7,69', sure: 'sure' }))
    expect((await pricesOf('super')).at(-1)).toContain('2026-09-07 - 769')
  })

  test.each([
    ['no grade', { grade: '', price: '80' }, /combustible/],
    ['no price', { price: '' }, /precio/],
    ['0', { price: '0' }, /mayor que 0/],
    ['a day that does not exist', { price: '80', from: '20260931' }, /exista/],
    ['a price beyond the largest', { price: '10001', sure: 'sure' }, /«precio»/],
  ])('refuses %s with a sentence', async (_what, fields, sentence) => {
    expect((await price(fields)).responseHeader.responseDescription).toMatch(sentence)
  })

  test('wants the second factor', async () => {
    const fields = { ...(await formOf('changePrice')), grade: 'super', price: '80' }
    const { responseHeader } = await elena.act('E002', 'changePrice', fields)
    expect(responseHeader.responseDescription).toBe('Escribí el código de tu segundo factor.')
  })
})
