import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { REQUEST_STATES } from '#contract/entities/membershipRequest.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'

/** A1: all combinations of programme, state, actor and act; only the listed ones change the state. */
const LISTED: Record<string, string> = {
  'uber PENDING carla yes': 'STATE_UBER_AUTHORIZED',
  'uber PENDING carla no': 'STATE_UBER_REJECTED',
  'uber PENDING fede withdraw': 'VOIDED',
  'uber STATE_UBER_AUTHORIZED diego yes': 'STATE_PETROBRAS_AUTHORIZED',
  'uber STATE_UBER_AUTHORIZED diego no': 'STATE_PETROBRAS_REJECTED',
  'surtidor PENDING diego yes': 'STATE_PETROBRAS_AUTHORIZED',
  'surtidor PENDING diego no': 'STATE_PETROBRAS_REJECTED',
  'surtidor PENDING fede withdraw': 'VOIDED',
}
/** Repeats that change nothing and answer 00. */
const REPEATED = ['uber VOIDED fede withdraw', 'surtidor VOIDED fede withdraw']

/** Actor and owner of the request: drivers, each role, and the roles on a request of their own. */
const ACTORS = [
  ['fede', 'fede'],
  ['ana', 'fede'],
  ['carla', 'fede'],
  ['diego', 'fede'],
  ['elena', 'fede'],
  ['carla', 'carla'],
  ['diego', 'diego'],
] as const
const cells = ['uber', 'surtidor'].flatMap((programme) =>
  REQUEST_STATES.flatMap((state) =>
    ACTORS.flatMap(([actor, owner]) =>
      (['yes', 'no', 'withdraw'] as const).map((act) => ({ programme, state, actor, owner, act })),
    ),
  ),
)

const people: Record<string, Person> = {}
const server = testServerForFile()
beforeAll(async () => {
  for (const name of ['ana', 'carla', 'diego', 'elena', 'fede'])
    people[name] = await server.as(name)
})

const DRAFT = {
  vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' },
  clientRUT: '',
  clientCardNumber: '',
}
let inserted = 0
async function insertRequest(programme: string, state: string, owner: string): Promise<string> {
  inserted += 1
  const reference = `SOL-MATRIX${inserted}`
  await server.context.db.execute(sql`
    insert into membership_request (reference, person_id, programme, state, draft, at)
    select ${reference}, id, ${programme}, ${state}, ${JSON.stringify(DRAFT)}::jsonb, now()
    from person where email = ${`${owner}@demo.surtidor.uy`}`)
  return reference
}
/** State of a request, and its number of audit entries, notifications and loyalties. */
async function effectsOf(reference: string) {
  const { rows } = await server.context.db.execute(sql`
    select state,
      (select count(*)::int from audit where subject = reference) as entries,
      (select count(*)::int from notification where event like 'membershipRequest:' || reference || ':%') as notifications,
      (select count(*)::int from loyalty where request_reference = reference) as loyalties
    from membership_request where reference = ${reference}`)
  return rows[0]
}

describe('decisions by programme, state and actor (A1, A2)', () => {
  test.each(cells)(
    '$programme $state: $actor answers $act to the request of $owner',
    async (cell) => {
      const { programme, state, actor, owner, act } = cell
      const reference = await insertRequest(programme, state, owner)
      const answer = await (act === 'withdraw'
        ? people[actor]?.call(removeMembership, { loyaltyCode: reference })
        : people[actor]?.call(validateMembershipRequest, { reference, authorized: act === 'yes' }))
      const edge = `${programme} ${state} ${actor} ${act}`
      // On the own request no decision is allowed.
      const moves = owner === 'fede' ? LISTED[edge] : undefined
      expect(answer?.responseHeader.responseCode).toBe(
        moves || REPEATED.includes(edge) ? '00' : '05',
      )
      expect(await effectsOf(reference)).toEqual({
        state: moves ?? state,
        entries: moves ? 1 : 0,
        notifications: moves && act !== 'withdraw' ? 1 : 0,
        loyalties: moves === 'STATE_PETROBRAS_AUTHORIZED' ? 1 : 0,
      })
      await server.context.db.execute(
        sql`update loyalty set ended_at = since where request_reference = ${reference}`,
      )
      await server.context.db.execute(
        sql`delete from membership_request where reference = ${reference}`,
      )
    },
  )

  test('the combinations are complete and unique', () => {
    expect(new Set(cells.map((cell) => JSON.stringify(cell))).size).toBe(2 * 6 * 7 * 3)
  })
})
