import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/dates.ts'
import { promotions } from '#contract/info/promotions.ts'
import { addUser } from '#contract/user/addUser.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { type NewPromotion, storePromotion } from '#db/messaging/promotions.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { codesIn, type Person, testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest()

const seenBy = async (person: Person) => (await person.call(promotions, {})).promotions
const idsSeenBy = async (person: Person) => (await seenBy(person)).map(({ id }) => id)

/** Replaces the promotions of the demo data. */
async function only(...drafts: (Partial<NewPromotion> & { id: string })[]) {
  await server.owner.query('delete from promotion')
  const today = '2026-09-07'
  const content = { title: 'Lavado', text: 'A mitad de precio.', imageUrl: '', url: '' }
  const forAll = { programme: null, branches: [], firstDay: today, lastDay: today }
  for (const draft of drafts)
    expect(
      await storePromotion(server.context.db, {
        ...content,
        ...forAll,
        createdAt: server.context.now(),
        ...draft,
      }),
    ).toBeUndefined()
}

async function registeredToday(): Promise<Person> {
  const { stranger } = server
  const { user, password } = examples.addUser
  await stranger.call(addUser, examples.addUser)
  const { code } = codesIn((await server.mailsTo(user.email))[0] ?? { text: '' })
  await stranger.call(confirmAddUser, { user: user.email, code })
  return await server.enter(user.email, password)
}

describe('promotions', () => {
  test('answers those in force, newest first, with programme, stations and period', async () => {
    const list = await seenBy(await server.as('ana'))
    expect(list.map(({ id }) => id)).toEqual([
      'lavado',
      'desayuno',
      'cambio-de-aceite',
      'inflado',
      'premium',
    ])
    expect(list[0]).toMatchObject({ dateFrom: '20260906', dateTo: '20260927', programme: '' })
    expect(list[0]?.branches).toEqual([
      { code: 'E007', name: 'Estación Arazá' },
      { code: 'E003', name: 'Estación Coronilla' },
      { code: 'E001', name: 'Estación Ombú' },
    ])
    expect(list[1]).toMatchObject({ imageUrl: '/promotions/desayuno.svg', branches: [] })
    expect(list[2]).toMatchObject({ programme: 'uber', programmeName: 'Surtidor Uber' })
  })

  test("a promotion begins and ends at Montevideo's midnight", async () => {
    const ana = await server.as('ana')
    const [today, tomorrow] = ['2026-09-07', '2026-09-08']
    await only(
      { id: 'hoy' },
      { id: 'manana', firstDay: tomorrow, lastDay: tomorrow },
      { id: 'ambos', firstDay: today, lastDay: tomorrow },
    )
    expect(await idsSeenBy(ana)).toEqual(['hoy', 'ambos'])
    // 23:59:59.999 in Montevideo, where UTC has the next day.
    server.wait(12 * HOUR_MS - 1)
    expect(await idsSeenBy(ana)).toEqual(['hoy', 'ambos'])
    server.wait(1)
    expect(await idsSeenBy(ana)).toEqual(['manana', 'ambos'])
    server.wait(24 * HOUR_MS)
    expect(await idsSeenBy(ana)).toEqual([])
  })

  test('a driver who registers today sees those that began before', async () => {
    await only({ id: 'todos', firstDay: '2026-01-01' }, { id: 'de-uber', programme: 'uber' })
    expect(await idsSeenBy(await registeredToday())).toEqual(['todos'])
  })

  test('a promotion of a programme is answered only to those who hold a loyalty of it', async () => {
    await only({ id: 'del-club', programme: 'surtidor' }, { id: 'de-uber', programme: 'uber' })
    const [ana, carla] = [await server.as('ana'), await server.as('carla')]
    expect(await idsSeenBy(ana)).toEqual(['del-club', 'de-uber'])
    expect(await idsSeenBy(carla)).toEqual([])
    await server.context.db.execute(
      sql`update loyalty set ended_at = now() where programme = 'uber'`,
    )
    expect(await idsSeenBy(ana)).toEqual(['del-club'])
  })
})
