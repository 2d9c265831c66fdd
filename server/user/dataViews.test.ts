import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { object } from '#contract/operator/object.ts'
import { objects } from '#contract/operator/objects.ts'
import { dataViews } from '#contract/user/dataViews.ts'
import { exportData } from '#contract/user/exportData.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const people: Record<string, Person> = {}
beforeAll(async () => {
  for (const name of ['ana', 'fede', 'elena']) people[name] = await server.as(name)
})
const who = (name: string) => people[name] as Person
const daysOf = async (name: string) => accepted(await who(name).call(dataViews, {})).days
const exported = async (name: string) =>
  accepted(await who(name).call(exportData, {})).data.vistasDeTusDatos
const look = async (kind: 'driver' | 'payment', objectId: string, shown: boolean) =>
  accepted(await who('elena').call(object, { kind, objectId, shown, tab: 'payments' }))
const idOf = async (name: string) => {
  const filters = { email: `${name}@demo.surtidor.uy` }
  const { rows } = accepted(await who('elena').call(objects, { kind: 'driver', filters }))
  return rows[0]?.id ?? ''
}

describe('dataViews', () => {
  test('tells a person each day on which their data were shown, the newest first, and nobody else', async () => {
    const ana = await idOf('ana')
    const { page } = await look('driver', ana, false)
    expect(await daysOf('ana')).toEqual([])
    await look('driver', ana, true)
    await look('driver', ana, true)
    expect(await daysOf('ana')).toEqual(['20260907'])
    // Her data are on the page of her payment, too.
    const payments = page.tables.find(({ title }) => title === 'Últimos pagos')
    await look('payment', payments?.rows[0]?.[0]?.link?.id ?? '', true)
    expect(await exported('ana')).toHaveLength(3)
    expect([await daysOf('fede'), await exported('fede')]).toEqual([[], []])
    server.wait(DAY_MS)
    people.elena = await server.as('elena')
    people.ana = await server.as('ana')
    await look('driver', ana, true)
    expect(await daysOf('ana')).toEqual(['20260908', '20260907'])
  })
})
