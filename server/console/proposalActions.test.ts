import { describe, expect, test } from 'vitest'
import { DAY_MS, toDate } from '#contract/dates.ts'
import { actOnObject } from '#contract/operator/actOnObject.ts'
import { home } from '#contract/operator/home.ts'
import { object } from '#contract/operator/object.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { freshCode, testServerForEachTest } from '#testing/harness/testServer.ts'
import { debtsFile } from '#testing/imports/importFiles.ts'

const server = testServerForEachTest()
const ADMINISTRATORS = ['elena', 'second', 'third'] as const
type Name = (typeof ADMINISTRATORS)[number]
const people = startForEachTest(async () => ({
  elena: await server.as('elena'),
  second: await createPersonLike(server, 'second', 'elena'),
  third: await createPersonLike(server, 'third', 'elena'),
}))
const at = (name: string) => `${name}@demo.surtidor.uy`
const idOf = async (name: string) => (await personByEmail(server.context.db, at(name)))?.id ?? ''
const dayAfter = (days: number) => toDate(new Date(server.context.now().getTime() + days * DAY_MS))
const countOf = async (query: string, id: string) =>
  Number((await server.owner.query<{ count: string }>(query, [id])).rows[0]?.count)

const takeRole = async (name: Name) =>
  await server.owner.query(`update person_role set role_code = '3' where person_id = $1`, [
    await idOf(name),
  ])

/** A way to propose, by the kind of the proposal. */
interface Case {
  objectKind: 'rule' | 'reward' | 'driver' | 'operator' | 'payment' | 'import'
  action: string
  /** The object that is proposed about; left out: the proposal makes it. */
  about?: () => Promise<string>
  fields: () => Record<string, string>
  /** Counts the effect of the proposal $1. */
  effect: string
  /** Makes it impossible to confirm. */
  spoil: string
  /** Whether each action asks for the second factor. */
  secondFactor?: boolean
}
const CASES: Record<string, Case> = {
  rule: {
    objectKind: 'rule',
    action: 'propose',
    fields: () => ({
      programme: 'surtidor',
      perLitre: '5',
      perHundred: '0',
      validFrom: dayAfter(3),
    }),
    effect: 'select count(*) from points_rule where id = $1',
    spoil: `update proposal set content = content || '{"validFrom": "2026-09-01T03:00:00.000Z"}'`,
  },
  reward: {
    objectKind: 'reward',
    action: 'make',
    fields: () => ({
      programme: 'surtidor',
      title: 'Limpiaparabrisas',
      text: 'Un par, colocado.',
      points: '300',
      from: dayAfter(0),
      to: dayAfter(10),
      validDays: '5',
    }),
    effect: 'select count(*) from reward where code = $1',
    spoil: `update proposal set content = content || '{"lastDay": "2026-09-06"}'`,
  },
  adjustment: {
    objectKind: 'driver',
    action: 'adjust',
    about: () => idOf('ana'),
    fields: () => ({
      loyalty: '60000001',
      direction: 'give',
      points: '5.000',
      reason: 'goodwill',
      text: 'Cortó la luz.',
    }),
    effect: `select count(*) from ledger_transaction where event = 'adjustment' and event_id = $1`,
    spoil: `update loyalty set ended_at = since where code = '60000001'`,
  },
  role: {
    objectKind: 'operator',
    action: 'giveRole',
    about: () => idOf('diego'),
    fields: () => ({ role: '1' }),
    effect: `select count(*) from person_role r join proposal p on p.subject = r.person_id::text
      where p.id = $1 and r.role_code = '1'`,
    spoil: `update person set confirmed_at = null where email = '${at('diego')}'`,
    secondFactor: true,
  },
  refund: {
    objectKind: 'payment',
    action: 'refund',
    async about() {
      server.context.config.refundLimits['858'] = 0
      const { rows } = await server.owner.query<{ id: string }>(
        `select id from payment_attempt where state = 'PAID' and currency = '858'
          order by created_at desc limit 1`,
      )
      return rows[0]?.id ?? ''
    },
    fields: () => ({ amount: '1', reason: 'complaint', text: 'Cargó menos.' }),
    effect: 'select count(*) from payment_refund where id = $1',
    spoil: 'update payment_attempt set refunded_amount = amount - 1',
    secondFactor: true,
  },
  import: {
    objectKind: 'import',
    action: 'commit',
    async about() {
      server.context.config.importLimits.pesos = 0
      const content = Buffer.from(debtsFile([{ referencia: 'P-1' }])).toString('base64')
      const upload = {
        kind: 'import' as const,
        objectId: '',
        action: 'upload',
        fields: { kind: 'debts' },
        file: { name: 'deudas.csv', content },
      }
      return accepted(await people.elena.call(actOnObject, upload)).madeId
    },
    fields: () => ({}),
    effect: `select count(*) from debt where reference = 'P-1' and $1 <> ''`,
    spoil: `update person set document_number = '99999999' where email = '${at('ana')}'`,
    secondFactor: true,
  },
}

describe.each(Object.entries(CASES))('a proposed %s', (_kind, one) => {
  const act = async (by: Name, objectId: string, action: string, given: Record<string, string>) => {
    const code = one.secondFactor ? { code: await freshCode(server.context, at(by)) } : {}
    const fields = { ...given, ...code }
    return await people[by].call(actOnObject, { kind: one.objectKind, objectId, action, fields })
  }
  /** Proposes, and gives the actions on the proposal. */
  async function propose() {
    const about = (await one.about?.()) ?? ''
    const { madeId } = accepted(await act('elena', about, one.action, one.fields()))
    const { rows } = await server.owner.query<{ id: string }>('select id from proposal')
    const [objectId, id] = [madeId || about, rows[0]?.id ?? '']
    const chosen = one.objectKind === 'driver' ? id : ''
    server.wait(60_000)
    const reasonOf = async (answer: ReturnType<typeof act>) => (await answer).responseHeader.reason
    return {
      decide: (by: Name, decision: string) =>
        act(by, objectId, 'decide', { proposal: chosen, decision }),
      withdraw: (by: Name) => act(by, objectId, 'withdraw', { own: chosen }),
      reasonOf,
      offeredTo: async (by: Name) =>
        accepted(await people[by].call(object, { kind: one.objectKind, objectId }))
          .page.actions.map(({ name }) => name)
          .filter((name) => ['decide', 'withdraw'].includes(name)),
      effects: () => countOf(one.effect, id),
      stateNow: async () =>
        (await server.owner.query('select state from proposal where id = $1', [id])).rows[0]?.state,
    }
  }
  const waitingFor = async (by: Name) =>
    accepted(await people[by].call(home, {})).waiting.filter(({ title }) => /decidir/.test(title))

  test('is offered to its proposer to withdraw and to others to decide on, and has no effect before', async () => {
    const made = await propose()
    expect(await made.offeredTo('elena')).toEqual(['withdraw'])
    expect(await made.offeredTo('second')).toEqual(['decide'])
    expect(await waitingFor('elena')).toEqual([])
    expect(await waitingFor('second')).toMatchObject([{ count: 1 }])
    for (const decision of ['confirmed', 'rejected'])
      expect(await made.reasonOf(made.decide('elena', decision))).toBe('action_gone')
    expect(await made.reasonOf(made.withdraw('second'))).toBe('action_gone')
    expect(await made.reasonOf(made.decide('second', ''))).toBe('invalid_request')
    expect([await made.effects(), await made.stateNow()]).toEqual([0, 'waiting'])
    const alone = `update proposal set state = 'confirmed', decided_by = proposed_by, decided_at = now()`
    await expect(server.owner.query(alone)).rejects.toThrow('proposal_second')
  })

  test('L15: is decided once, by one of two operators at the same moment', async () => {
    const made = await propose()
    const answers = await Promise.all([
      made.decide('second', 'confirmed'),
      made.decide('third', 'rejected'),
      made.withdraw('elena'),
    ])
    const codes = answers.map(({ responseHeader }) => responseHeader.responseCode)
    expect(codes.toSorted()).toEqual(['00', '05', '05'])
    const state = ['confirmed', 'rejected', 'withdrawn'][codes.indexOf('00')]
    expect([await made.effects(), await made.stateNow()]).toEqual([
      state === 'confirmed' ? 1 : 0,
      state,
    ])
    server.wait(60_000)
    for (const again of [made.decide('third', 'confirmed'), made.withdraw('elena')])
      expect(['action_gone', 'request_decided', 'not_found']).toContain(await made.reasonOf(again))
    expect(await made.stateNow()).toBe(state)
    expect(await checkInvariants(server.context.db)).toEqual([])
  })

  test.each([
    ['confirmed', 1],
    ['rejected', 0],
    ['withdrawn', 0],
  ])('that is %s has %i effects, and the history names who did it', async (to, effects) => {
    const made = await propose()
    accepted(await (to === 'withdrawn' ? made.withdraw('elena') : made.decide('second', to)))
    expect([await made.effects(), await made.stateNow()]).toEqual([effects, to])
    const { rows } = await server.owner.query(
      'select actor_id from audit where seq = (select max(seq) from audit)',
    )
    expect(rows).toEqual([{ actor_id: await idOf(to === 'withdrawn' ? 'elena' : 'second') }])
    expect(await waitingFor('third')).toEqual([])
    expect(await checkInvariants(server.context.db)).toEqual([])
  })

  test('is not confirmed when its subject changed meanwhile, and goes on waiting', async () => {
    const made = await propose()
    await server.owner.query(one.spoil)
    expect(await made.reasonOf(made.decide('second', 'confirmed'))).toBeDefined()
    expect([await made.effects(), await made.stateNow()]).toEqual([0, 'waiting'])
  })

  test('S16: is not confirmed when its proposer lost the role, and can be rejected', async () => {
    const made = await propose()
    await takeRole('elena')
    expect(await made.reasonOf(made.decide('second', 'confirmed'))).toBe('action_gone')
    expect([await made.effects(), await made.stateNow()]).toEqual([0, 'waiting'])
    server.wait(60_000)
    accepted(await made.decide('second', 'rejected'))
  })

  test('is not decided by an operator who lost the role', async () => {
    const made = await propose()
    await takeRole('second')
    expect(await made.reasonOf(made.decide('second', 'confirmed'))).toBe('role_missing')
    expect(await made.stateNow()).toBe('waiting')
  })
})
