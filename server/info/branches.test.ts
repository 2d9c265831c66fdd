import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { BORDER_INDI } from '#contract/entities/taxLaws.ts'
import { branches } from '#contract/info/branches.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('branches', () => {
  test('gives 88 stations in the 19 departments, each with position, services and prices in force', async () => {
    const fede = await server.as('fede')
    const { branches: stations } = await fede.call(branches, {})
    expect(stations).toHaveLength(88)
    expect(new Set(stations.map(({ department }) => department))).toEqual(
      new Set(DEPARTMENTS.map(({ code }) => code)),
    )
    for (const station of stations) {
      expect(station.latitude).toBeGreaterThan(-35.1)
      expect(station.latitude).toBeLessThan(-30)
      expect(station.longitude).toBeGreaterThan(-58.5)
      expect(station.longitude).toBeLessThan(-53)
      expect(station.fuels.length).toBeGreaterThan(0)
      expect(station.fuels.every(({ validFrom }) => validFrom <= '20260907')).toBe(true)
    }
    const prices = new Set(
      stations.flatMap(({ fuels }) =>
        fuels.filter(({ code }) => code === 'super').map(({ price }) => price),
      ),
    )
    expect([...prices]).toEqual([7688])
  })

  test('gives the price of supergas where it is sold, and only there', async () => {
    const fede = await server.as('fede')
    const { branches: stations } = await fede.call(branches, {})
    const withGas = stations.filter(({ services }) => services.some(({ code }) => code === 'gas'))
    const withPrice = stations.filter(({ fuels }) => fuels.some(({ code }) => code === 'supergas'))
    expect(withGas.length).toBeGreaterThan(0)
    expect(withPrice).toEqual(withGas)
    expect(withPrice[0]?.fuels.find(({ code }) => code === 'supergas')?.price).toBe(8846)
  })

  test('gives the refund of today near the border, the one that a debt there expects', async () => {
    const ana = await server.as('ana')
    const { branches: stations } = await ana.call(branches, {})
    const { debts } = await ana.call(getDebts, {})
    const due = debts.find(({ indi }) => indi === BORDER_INDI)
    const place = stations.find(({ name }) => name === due?.merchantName)
    expect(place?.borderRefund).toEqual({
      basisPoints: due?.expectedRefund?.basisPoints,
      validFrom: '20260201',
      validTo: '',
    })
    // The rate at the side of Brazil ended, and no newer one is known.
    const ends = stations.flatMap(({ department, borderRefund }) =>
      borderRefund ? [`${department} ${borderRefund.validTo}`.trim()] : [],
    )
    const ended = ['AR', 'CL', 'RO', 'RV'].map((department) => `${department} 20260131`)
    expect(new Set(ends)).toEqual(new Set(['PA', 'RN', 'SA', ...ended]))
  })

  test('gives them in the Spanish order of their names', async () => {
    const [zorzal, nandu, nogal] = ['Estación Zorzal', 'estación Ñandú', 'Estación Nogal']
    await server.context.db.execute(sql`
      update branch set name = case code when 'E001' then ${zorzal} when 'E002' then ${nandu} else ${nogal} end
      where code in ('E001', 'E002', 'E003')`)
    const fede = await server.as('fede')
    const { branches: stations } = await fede.call(branches, {})
    const renamed = stations.filter(({ code }) => ['E001', 'E002', 'E003'].includes(code))
    expect(renamed.map(({ name }) => name)).toEqual([nogal, nandu, zorzal])
    const names = stations.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'es')))
  })
})
