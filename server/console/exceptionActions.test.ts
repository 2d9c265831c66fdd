import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { purchaseClaims } from '#contract/loyalty/purchaseClaims.ts'
import { notifications } from '#contract/user/notifications.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { factOf, objectSteps, rowsOf } from '#testing/console/objectSteps.ts'
import { cfe, reportedSale, voidOf } from '#testing/fixtures/reportedItems.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { ANA, claimSteps } from '#testing/station/claimSteps.ts'

const server = testServerForFile({ checked: true })
const steps = startForFile(() => claimSteps(server))
const elena = startForFile(async () => objectSteps(steps.elena, 'exception'))
/** A second administrator. */
const rita = startForFile(async () =>
  objectSteps(await createPersonLike(server, 'rita', 'elena'), 'exception'),
)

const REMARK = 'El ticket tiene su firma.'
const REJECTION = { reason: 'not_found', answer: 'El ticket es de otra red.' }
const balance = () => balanceOf(server.context.db, ANA)
const claimOf = async (id: string) =>
  accepted(await steps.ana.call(purchaseClaims, {})).claims.find((claim) => claim.id === id)
const told = async () => accepted(await steps.ana.call(notifications, {})).notifications
const auditOf = async (id: string) =>
  (
    await server.context.db.execute(
      sql`select detail from audit where action = 'decideClaim' and subject = ${id}`,
    )
  ).rows.map(({ detail }) => detail)
/** A claim that waits for an operator. */
const waiting = async (litres: number) => {
  const claimed = await steps.claimed(litres)
  await steps.leave(claimed.id)
  return claimed
}
const salesOf = async (id: string) =>
  (await elena.page(`claim:${id}`)).actions.find(({ name }) => name === 'credit')?.fields[0]
    ?.options ?? []
const credit = (by: typeof elena, id: string, sale: string) =>
  by.act(`claim:${id}`, 'credit', { sale, remark: REMARK })
const reject = (id: string, fields: Record<string, string> = REJECTION) =>
  elena.act(`claim:${id}`, 'reject', fields)
const reasonOf = ({ responseHeader }: Awaited<ReturnType<typeof reject>>) => responseHeader.reason

describe('the page of a claim', () => {
  test('offers the sale of the receipt, and those of the same amount that have none', async () => {
    const { number, id } = await waiting(13)
    const same = { ...reportedSale('same', 13), cfe: cfe(number) }
    const gone = reportedSale('gone', 13)
    const old = { datetime: '2026-08-25T12:00:00-03:00' }
    await steps.report(same, reportedSale('other', 13), reportedSale('few', 12), gone, voidOf(gone))
    await steps.report(reportedSale('old', 13, old), reportedSale('hers', 13, { loyaltyCode: ANA }))
    const page = await elena.page(`claim:${id}`)
    expect(factOf(page, 'Conductor')?.text).toMatch(/ .\.$/)
    const rows = rowsOf(page, 'Ventas posibles')
    expect(rows.map(([sale, , , , why]) => [sale?.text, why?.text])).toEqual([
      ['Ticket same', 'Es el comprobante'],
      ['Ticket other', 'Mismo importe, sin comprobante'],
    ])
    expect(rows[0]?.slice(2, 4)).toMatchObject([{ stamp: '20260906120000' }, { cents: 13 * 7688 }])
  })
})

describe('credit', () => {
  test('T9: gives one of the sales to the claim once, with a remark, and tells the driver', async () => {
    const { id } = await waiting(19)
    await steps.report(reportedSale('C1', 19), reportedSale('C2', 19))
    const [{ value: sale } = { value: '' }] = await salesOf(id)
    expect(reasonOf(await elena.act(`claim:${id}`, 'credit', { sale }))).toBe('invalid_request')
    const before = await balance()
    const answers = await Promise.all([credit(elena, id, sale), credit(rita, id, sale)])
    expect(answers.filter((one) => one.responseHeader.responseCode === '00')).toHaveLength(1)
    expect((await balance()) - before).toBe(57)
    expect(reasonOf(await credit(elena, id, sale))).toBe('action_gone')
    const { timeline } = await elena.page(`claim:${id}`)
    expect(timeline.filter(({ title }) => title === 'Nota')).toMatchObject([{ remark: REMARK }])
    expect(await claimOf(id)).toMatchObject({ state: 'credited', points: 57 })
    expect(await auditOf(id)).toEqual([{ to: 'credited', sale }])
    expect((await told()).map(({ title }) => title)).toContain('Encontramos tu compra')
    // Neither this sale nor an unknown one answers another claim.
    const again = await waiting(19)
    for (const other of [sale, 'ticket:no'])
      expect(reasonOf(await credit(elena, again.id, other))).toBe('claim_sale')
    expect(await auditOf(again.id)).toEqual([])
  })
})

describe('reject', () => {
  test('answers a claim once with a reason and words, which the driver reads', async () => {
    const { id } = await waiting(21)
    for (const fields of [
      { reason: 'not_found' },
      { answer: 'No está.' },
      { reason: 'lost', answer: 'No está.' },
    ])
      expect(reasonOf(await reject(id, fields))).toBe('invalid_request')
    accepted(await reject(id))
    expect(await claimOf(id)).toMatchObject({
      state: 'rejected',
      reason: 'not_found',
      sentence:
        'Le preguntamos a la estación y no encontramos esa compra. El ticket es de otra red.',
    })
    expect(await auditOf(id)).toEqual([{ to: 'rejected', reason: 'not_found' }])
    expect((await told()).map(({ text }) => text).join('\n')).toContain('El ticket es de otra red.')
    expect(reasonOf(await reject(id))).toBe('action_gone')
    const listed = await elena.list({ reason: 'claim' })
    expect(listed.map((row) => row.id)).not.toContain(`claim:${id}`)
  })

  test('T9: of a rejection and a credit at once one counts', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await waiting(23 + round)
      await steps.report(reportedSale(`B${round}`, 23 + round))
      const [{ value: sale } = { value: '' }] = await salesOf(id)
      const before = await balance()
      const [credited, rejected] = await Promise.all([credit(rita, id, sale), reject(id)])
      const isCredited = credited.responseHeader.responseCode === '00'
      expect(rejected.responseHeader.responseCode).toBe(isCredited ? '05' : '00')
      expect((await balance()) - before).toBe(isCredited ? 3 * (23 + round) : 0)
      expect(await auditOf(id)).toHaveLength(1)
    }
  })

  test('T9: a rejection at the same time as the till’s report answers once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { number, id } = await waiting(3)
      const sale = { ...reportedSale(`R${number}`, 3), cfe: cfe(number) }
      await Promise.all([reject(id), steps.report(sale)])
      expect(await claimOf(id)).toMatchObject({ state: 'rejected' })
    }
  })

  test('refuses the operator’s own claim', async () => {
    const { id } = await waiting(2)
    const give = (email: string) =>
      server.context.db.execute(sql`update purchase_claim set person_id =
        (select id from person where email = ${email}) where id = ${id}`)
    await give('elena@demo.surtidor.uy')
    expect(reasonOf(await reject(id))).toBe('own_request')
    await give('ana@demo.surtidor.uy')
  })
})
