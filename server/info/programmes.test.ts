import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { programmes } from '#contract/info/programmes.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest()
const DAY_MS = 86_400_000

const told = async () => accepted(await server.stranger.call(programmes, {})).programmes
const club = async () => {
  const [first] = await told()
  if (first?.code !== 'surtidor') throw new Error('the club is not the first programme')
  return first
}
const superOf = async () => (await club()).products.find(({ product }) => product === 'super')
/** Adds a rule of the club that is in force from and until so many days from now. */
const addRule = async (
  set: Partial<Record<'product' | 'weekdays' | 'means', string>> & {
    from: number
    until?: number
    perLitre: number
    hours?: [number, number]
  },
) => {
  const { product = 'super', weekdays = '[]', means = '[]', hours = [0, 24], from, until } = set
  const at = (days: number) => new Date(server.context.now().getTime() + days * DAY_MS)
  await server.context.db.execute(sql`
    insert into points_rule (programme, product, weekdays, hour_from, hour_until, means, valid_from, valid_until,
      per_litre, per_hundred, discount_basis_points, pending_days, expires_months)
    values ('surtidor', ${product}, ${weekdays}::jsonb, ${hours[0]}, ${hours[1]}, ${means}::jsonb, ${at(from)},
      ${until === undefined ? null : at(until)}, ${set.perLitre}, 0, 0, 0, 6)`)
}

describe('programmes', () => {
  test('tells a stranger what both programmes give, the one without a sponsor first', async () => {
    const [surtidor, uber, ...others] = await told()
    expect(others).toEqual([])
    expect(surtidor).toMatchObject({ name: 'Surtidor Club', sponsored: false, pointValue: 50 })
    expect(uber).toMatchObject({ code: 'uber', name: 'Surtidor Uber', sponsored: true })
    const rows = surtidor?.products.map((rule) => [
      rule.product,
      rule.perLitre,
      rule.perHundred,
      rule.discountBasisPoints,
    ])
    expect(rows).toEqual([
      ['super', 3, 0, 100],
      ['premium', 5, 0, 150],
      ['gasoil', 2, 0, 100],
      ['gasoilEspecial', 3, 0, 150],
      ['queroseno', 1, 0, 0],
      ['store', 0, 4, 500],
      ['wash', 0, 5, 1000],
      ['lubrication', 0, 3, 500],
    ])
    expect(surtidor?.products[0]).toMatchObject({ pendingDays: 1, expiresMonths: 24 })
    expect(surtidor?.campaigns).toEqual([])
    expect(uber?.products.map(({ product }) => product)).not.toContain('lubrication')
  })

  test('answers a member the same as a stranger, and personal data of neither', async () => {
    const ana = await server.as('ana')
    const answer = accepted(await ana.call(programmes, {}))
    expect(answer.programmes).toEqual(await told())
    const { rows } = await server.context.db.execute<{ known: string }>(
      sql`select unnest(array[p.id::text, p.email, l.code, l.holder]) as known
        from person p join loyalty l on l.person_id = p.id where p.email = 'ana@demo.surtidor.uy'`,
    )
    const text = JSON.stringify(answer.programmes)
    expect(rows.length).toBeGreaterThan(3)
    for (const { known } of rows) expect(text).not.toContain(known)
  })

  test('tells a rule from its first instant to its last one', async () => {
    await addRule({ perLitre: 7, from: -20, until: -10 })
    await addRule({ perLitre: 8, from: 1, until: 3 })
    expect(await superOf()).toMatchObject({ perLitre: 3, validUntil: '' })
    server.wait(DAY_MS - 1)
    expect((await superOf())?.perLitre).toBe(3)
    server.wait(1)
    expect(await superOf()).toMatchObject({
      perLitre: 8,
      discountBasisPoints: 0,
      pendingDays: 0,
      expiresMonths: 6,
      validUntil: '20260910120000',
    })
    server.wait(2 * DAY_MS)
    expect((await superOf())?.perLitre).toBe(3)
  })

  test('tells rules with conditions apart, and of any product for each product without its own', async () => {
    await addRule({ perLitre: 9, weekdays: '[6, 7]', from: -1 })
    await addRule({ perLitre: 4, product: '', hours: [22, 6], means: '["debit"]', from: -1 })
    await server.context.db.execute(sql`delete from points_rule where product = 'premium'`)
    await addRule({ perLitre: 2, product: '', from: -1 })
    const { products, campaigns } = await club()
    expect(products.find(({ product }) => product === 'super')?.perLitre).toBe(3)
    expect(products.find(({ product }) => product === 'premium')?.perLitre).toBe(2)
    expect(campaigns.map(({ perLitre }) => perLitre).toSorted()).toEqual([4, 9])
    expect(campaigns.find(({ perLitre }) => perLitre === 4)).toMatchObject({
      product: '',
      hourFrom: 22,
      hourUntil: 6,
      means: ['debit'],
    })
  })

  test('tells a programme without rules and rewards, and no reward that is over', async () => {
    await server.context.db.execute(sql`delete from points_rule where programme = 'surtidor'`)
    const { products, campaigns, rewards } = await club()
    expect([products, campaigns]).toEqual([[], []])
    // The cheapest one, for 120 points, is given by one station only.
    expect(rewards).toEqual([
      { title: 'Café con bizcochos', points: 250, everywhere: true },
      { title: 'Desayuno para dos', points: 600, everywhere: true },
      { title: 'Lavado completo', points: 1200, everywhere: true },
    ])
    await server.context.db.execute(
      sql`update reward set last_day = '2024-01-01' where code <> 'vidrios'`,
    )
    const [only, ...none] = (await club()).rewards
    expect(only).toEqual({ title: 'Lavado de vidrios', points: 120, everywhere: false })
    expect(none).toEqual([])
  })
})
