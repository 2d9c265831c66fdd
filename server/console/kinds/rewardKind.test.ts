import { describe, expect, test } from 'vitest'
import { DAY_MS, toDate } from '#contract/dates.ts'
import { rewards } from '#contract/loyalty/rewards.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { actOnObject } from '#contract/operator/actOnObject.ts'
import { home } from '#contract/operator/home.ts'
import { objects } from '#contract/operator/objects.ts'
import { factOf, objectSteps } from '#testing/console/objectSteps.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { codeOf, tillSteps } from '#testing/station/redemptionSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const CLUB = '60000001'
const server = testServerForEachTest({ checked: true })
const people = startForEachTest(async () => ({
  ana: await server.as('ana'),
  elena: await server.as('elena'),
  second: await createPersonLike(server, 'second', 'elena'),
}))
const elena = startForEachTest(async () => objectSteps(people.elena, 'reward'))
const second = startForEachTest(async () => objectSteps(people.second, 'reward'))

const dayAfter = (days: number) => toDate(new Date(server.context.now().getTime() + days * DAY_MS))
const content = (changed: Record<string, string> = {}) => ({
  programme: 'surtidor',
  title: 'Limpiaparabrisas',
  text: 'Un par, colocado.',
  points: '300',
  discount: '',
  stations: 'e001, E002',
  from: dayAfter(0),
  to: dayAfter(10),
  validDays: '5',
  ...changed,
})
const CONFIRMED = { decision: 'confirmed' }
const propose = async (changed: Record<string, string> = {}) =>
  accepted(await elena.act('', 'make', content(changed))).madeId
const confirmed = async (changed: Record<string, string> = {}) => {
  const id = await propose(changed)
  accepted(await second.act(id, 'decide', CONFIRMED))
  return id
}
const seenByAna = async () =>
  accepted(await people.ana.call(rewards, { loyaltyCode: CLUB })).rewards
const take = (reward: string) => people.ana.call(takeReward, { loyaltyCode: CLUB, reward })
const stateOf = async (id: string) => (await elena.page(id)).badges[0]?.text

describe('rewards in the console', () => {
  test('are taken by drivers when a second operator has confirmed them, and not before', async () => {
    const id = await propose({ discount: '1.250,50' })
    expect((await seenByAna()).map(({ code }) => code)).not.toContain(id)
    expect((await take(id)).responseHeader.reason).toBe('reward_unavailable')
    const till = tillSteps(await enrolTestTerminal(server, 'E001'))
    const atTill = async (reference: string) =>
      await till.reserve({ reference, spendingCode: await codeOf(people.ana, CLUB), reward: id })
    expect(await atTill('R-1')).toBe('reward_unavailable')

    const { waiting } = accepted(await people.second.call(home, {}))
    expect(waiting).toContainEqual(
      expect.objectContaining({ path: '/rewards?state=waiting', count: 1 }),
    )
    accepted(await second.act(id, 'decide', CONFIRMED))
    expect(await seenByAna()).toContainEqual(
      expect.objectContaining({
        code: id,
        title: 'Limpiaparabrisas',
        text: 'Un par, colocado.',
        points: 300,
        discount: 125_050,
        branches: [
          expect.objectContaining({ code: 'E002' }),
          expect.objectContaining({ code: 'E001' }),
        ],
        dateFrom: dayAfter(0),
        dateTo: dayAfter(10),
        validDays: 5,
      }),
    )
    accepted(await take(id))
    expect(await atTill('R-2')).toBe('reserved')
    const page = await elena.page(id)
    expect(page.timeline.map(({ title }) => title)).toEqual([
      'Premio confirmado',
      'Premio propuesto',
    ])
    expect(page.actions.map(({ name }) => name)).toEqual(['note', 'end'])
    expect(factOf(page, 'Descuento')).toEqual({ cents: 125_050, currency: '858' })
  })

  test.each([
    ['decide', 'Rechazado', second],
    ['withdraw', 'Retirado', elena],
  ] as const)('are gone for drivers after %s to %s', async (action, state, operator) => {
    const id = await propose()
    accepted(await operator.act(id, action, { decision: 'rejected' }))
    expect(await stateOf(id)).toBe(state)
    expect((await second.act(id, 'decide', CONFIRMED)).responseHeader.reason).toBe('action_gone')
    expect((await take(id)).responseHeader.reason).toBe('reward_unavailable')
  })

  test('that are ended cannot be taken, while their vouchers can be used', async () => {
    const id = await confirmed({ stations: '' })
    const { voucher } = accepted(await take(id))
    const other = accepted(await take(id)).voucher
    accepted(await second.act(id, 'end'))
    expect((await take(id)).responseHeader.reason).toBe('reward_unavailable')
    expect((await elena.act(id, 'end')).responseHeader.reason).toBe('action_gone')
    const till = tillSteps(await enrolTestTerminal(server))
    expect(await till.useVoucher('R-1', voucher.code)).toBe('captured')
    expect(other.state).toBe('reserved')
    expect(await stateOf(id)).toBe('Terminado')
    const page = await elena.page(id)
    const counts = ['Pedidos', 'Usados', 'Devueltos o vencidos', 'Sin usar todavía'].map(
      (name) => factOf(page, name)?.count,
    )
    expect(counts).toEqual([2, 1, 0, 1])
    const bars = page.charts?.[0]?.bars ?? []
    expect(bars).toHaveLength(28)
    expect(bars.at(-1)).toMatchObject({ value: { count: 2 }, before: { count: 1 } })
  })

  test('are listed by their first day, by programme and by state', async () => {
    const coming = await confirmed({ from: dayAfter(5), programme: 'uber' })
    const waits = await propose()
    const ids = async (filters: Record<string, string>) =>
      (await elena.list(filters)).map(({ id }) => id)
    const all = await ids({})
    expect(all.slice(0, 2)).toEqual([coming, waits])
    expect(await elena.paged(3)).toEqual(all)
    expect(await ids({ state: 'coming' })).toEqual([coming])
    expect(await ids({ state: 'waiting', programme: 'surtidor' })).toEqual([waits])
    expect(await ids({ state: 'waiting', programme: 'uber' })).toEqual([])
    const list = await people.elena.call(objects, { kind: 'reward', filters: { programme: 'x' } })
    expect(list.responseHeader.reason).toBe('invalid_request')
    const { filterOptions } = accepted(await people.elena.call(objects, { kind: 'reward' }))
    expect(filterOptions.programme?.map(({ value }) => value)).toContain('uber')
  })

  const REFUSED: [wrong: Record<string, string>, sentence: string][] = [
    [{ programme: '' }, 'Elegí un programa de la lista.'],
    [{ programme: 'x' }, 'Elegí un programa de la lista.'],
    [{ title: ' ' }, 'Escribí el título.'],
    [{ title: 'x'.repeat(81) }, 'El título tiene como mucho 80 caracteres.'],
    [{ text: '' }, 'Escribí el texto.'],
    [{ text: 'x'.repeat(501) }, 'El texto tiene como mucho 500 caracteres.'],
    [{ points: '' }, 'Los puntos son un número entero de 1 a 1.000.000.'],
    [{ points: '0' }, 'Los puntos son un número entero de 1 a 1.000.000.'],
    [{ points: '1000001' }, 'Los puntos son un número entero de 1 a 1.000.000.'],
    [{ points: '2,5' }, 'Los puntos son un número entero de 1 a 1.000.000.'],
    [
      { discount: '-5' },
      'El importe es como 1.250,50: los puntos separan los miles y la coma, los centésimos.',
    ],
    [{ stations: 'E999' }, 'Alguna estación no existe: van sus códigos, como E001, E007.'],
    [{ from: '' }, 'Elegí el primer día.'],
    [{ to: '20260931' }, 'Elegí un día que exista.'],
    [{ from: '20991201', to: '20991130' }, 'El último día no puede ser anterior al primero.'],
    [{ from: '20260901', to: '20260902' }, 'El último día ya pasó.'],
    [{ validDays: '' }, 'El vale dura de 0 a 365 días enteros.'],
    [{ validDays: '366' }, 'El vale dura de 0 a 365 días enteros.'],
  ]
  test('are refused with a sentence that says what to correct, and stored by none', async () => {
    for (const [wrong, sentence] of REFUSED) {
      const { responseHeader } = await elena.act('', 'make', content(wrong))
      expect(responseHeader, JSON.stringify(wrong)).toMatchObject({
        reason: 'invalid_request',
        responseDescription: sentence,
      })
    }
    expect(await elena.list({ state: 'waiting' })).toEqual([])
  })

  test('are proposed by administrators only', async () => {
    const first = accepted(await elena.act('', 'make', content()))
    expect(await elena.list({ state: 'waiting' })).toHaveLength(1)
    for (const name of ['diego', 'carla'])
      for (const objectId of ['', first.madeId]) {
        const asked = { kind: 'reward', objectId, action: objectId ? 'confirm' : 'make' } as const
        const { responseHeader } = await (await server.as(name)).call(actOnObject, asked)
        expect(responseHeader.reason).toBe('role_missing')
      }
  })
})
