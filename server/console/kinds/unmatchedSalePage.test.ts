import { describe, expect, test } from 'vitest'
import { nearTexts } from '#db/console/saleCandidates.ts'
import { objectSteps, rowsOf } from '#testing/console/objectSteps.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { ANA, claimSteps } from '#testing/station/claimSteps.ts'

const server = testServerForFile()
const steps = startForFile(() => claimSteps(server))
const elena = startForFile(async () => objectSteps(steps.elena, 'exception'))

const idOf = async (ticket: string) => {
  const { rows } = await server.owner.query<{ id: string }>(
    `select 'sale:' || identity as id from sale_event where ticket = $1`,
    [ticket],
  )
  return rows[0]?.id ?? ''
}
/** The candidates of a sale, each with why. */
const candidates = async (id: string, by = elena) =>
  rowsOf(await by.page(id), 'Afiliaciones posibles').map(([code, why]) => [code?.text, why?.text])
const linkOf = async (id: string) =>
  (await elena.page(id)).actions.find(({ name }) => name === 'link')?.fields[0]?.options ?? []

describe('nearTexts', () => {
  test('are those with one other character, or two neighbours the other way round', () => {
    const near = nearTexts('SBA1234', 'any')
    for (const one of ['SBA1284', 'XBA1234', 'SBA1235', 'BSA1234', 'SBA2134'])
      expect(near, one).toContain(one)
    for (const one of ['SBA1234', 'SBA123', 'XBA1235', 'SBA12345']) expect(near).not.toContain(one)
    expect(near.length).toBeLessThan(260)
    expect(nearTexts('123456', 'digits')).not.toContain('12345A')
    expect(nearTexts('AB12', 'any')).toEqual([])
    expect(nearTexts('', 'any')).toEqual([])
  })
})

describe('the page of an unmatched sale', () => {
  test('offers the member whose plate or card differs in one character', async () => {
    const { rows } = await server.owner.query<{ plate: string }>(
      `select plate from vehicle where loyalty_code = $1 and removed_at is null and length(plate) > 5 limit 1`,
      [ANA],
    )
    const plate = rows[0]?.plate ?? ''
    const typed = `${plate.slice(0, -1)}${plate.endsWith('9') ? '8' : '9'}`
    await server.owner.query(
      `update loyalty set client_card_number = '880000123' where code = $1`,
      [ANA],
    )
    await steps.report(
      reportedSale('NEAR1', 3, { plate: typed }),
      reportedSale('NEAR2', 3, { cardNumber: '880000132' }),
    )
    const [byPlate, byCard] = [await idOf('NEAR1'), await idOf('NEAR2')]
    expect(await candidates(byPlate)).toContainEqual([
      ANA,
      'Su matrícula difiere en una letra o cifra',
    ])
    expect(await candidates(byCard)).toEqual([[ANA, 'Su tarjeta difiere en una cifra']])
    expect(await linkOf(byCard)).toEqual([
      {
        value: ANA,
        label: `${ANA}: su tarjeta difiere en una cifra`,
        fills: { field: 'loyaltyCode', text: ANA },
      },
    ])
    // The page shows neither plate nor card of a member.
    const whole = JSON.stringify(await elena.page(byPlate))
    for (const secret of [plate, typed]) expect(whole).not.toContain(secret)
    const remark = 'Se ve en la foto.'
    accepted(await elena.act(byCard, 'link', { candidate: ANA, loyaltyCode: ANA, remark }))
  })

  test('offers who claims that amount on that day, but not to who is bound to stations', async () => {
    await steps.claimed(37)
    await steps.report(reportedSale('AMOUNT', 37, { loyaltyCode: '69999997' }))
    await steps.report(reportedSale('OTHER', 36, { loyaltyCode: '69999996' }))
    const id = await idOf('AMOUNT')
    expect(await candidates(id)).toEqual([[ANA, 'Reclama una compra de ese importe y día']])
    expect(await candidates(await idOf('OTHER'))).toEqual([])
    const dora = await createPersonLike(server, 'dora', 'diego')
    await server.owner.query(
      `insert into operator_station select id, 'E001' from person where email = 'dora@demo.surtidor.uy'`,
    )
    expect(await candidates(id, objectSteps(dora, 'exception'))).toEqual([])
  })

  test('offers who paid that amount with the app at the station within half an hour', async () => {
    await steps.report(reportedSale('PAID', 29, { plate: 'ZZZ9999' }))
    const { rows } = await server.owner.query<{ id: string }>(
      `insert into payment_attempt (id, person_id, debt_reference, net_id, merchant_id, currency, amount, taxed_amount,
         tax_amount, tip_amount, installments, indi, state, audit_number, created_at)
       select gen_random_uuid(), d.person_id, d.reference, '', '', '858', $1, 0, 0, 0, 1, 0, 'CREATED', 'near',
         timestamptz '2026-09-06T12:08:00-03:00'
       from debt d where d.loyalty_code = $2 and not exists (select from payment_attempt a where a.debt_reference = d.reference)
       limit 1 returning id`,
      [29 * 7688, ANA],
    )
    const change = (set: string) =>
      server.owner.query(`update payment_attempt set ${set} where id = $1`, [rows[0]?.id])
    const id = await idOf('PAID')
    expect(await candidates(id)).toEqual([])
    await change(`branch_code = 'E001'`)
    expect(await candidates(id)).toEqual([])
    for (const state of ['PROCESSING', 'PAID']) await change(`state = '${state}'`)
    expect(await candidates(id)).toContainEqual([
      ANA,
      'Pagó ese importe con la app en la estación, 8 minutos después',
    ])
    await change(`branch_code = 'E002'`)
    expect(await candidates(id)).toEqual([])
  })
})
