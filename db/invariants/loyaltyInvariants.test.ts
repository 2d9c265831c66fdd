import { describe, expect, test } from 'vitest'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

/**
 * Each invariant of requests and loyalties is violated on purpose, and the check names the row.
 */
const database = startForFile(createCorruptibleDatabase)

const REQUEST = (state: string) =>
  `(select reference from membership_request where state = '${state}' order by reference limit 1)`
const YES = REQUEST('STATE_PETROBRAS_AUTHORIZED')

describe('loyalty invariants', () => {
  test('A1: reports a state that the decisions do not lead to', async () => {
    for (const [state, change] of [
      ['PENDING', `state = 'STATE_UBER_AUTHORIZED'`],
      ['STATE_UBER_AUTHORIZED', `state = 'PENDING'`],
      ['STATE_UBER_REJECTED', 'sponsor_at = null'],
      ['STATE_PETROBRAS_REJECTED', 'network_id = null, network_at = null'],
      ['PENDING', `state = 'LOST'`],
    ] as const) {
      const found = await database.after(
        `update membership_request set ${change} where reference = ${REQUEST(state)}`,
      )
      expect(found.A1).toContain('SOL-')
    }
  })

  test('A2: reports a person who decided their own request', async () => {
    const found = await database.after(
      `update membership_request set network_id = person_id where reference = ${YES}`,
    )
    expect(found.A2).toContain('SOL-')
  })

  test('A4: reports a loyalty without authorisation, an authorisation without loyalty, and a loyalty without account', async () => {
    const unasked = await database.after(
      `update loyalty set request_reference = null where code = '60000001'`,
    )
    expect(Object.keys(unasked)).toEqual(['A4'])
    expect(unasked.A4).toContain('afiliación sin su autorización')
    expect(unasked.A4).toContain('autorización sin su afiliación')
    const borrowed =
      await database.after(`update membership_request set person_id = (select id from person
    where email like 'fede@%') where reference = ${YES}`)
    expect(borrowed.A4).toContain('afiliación sin su autorización')
    const unkept = await database.after(`update ledger_account set loyalty_code = 'other'
    where loyalty_code = '60000001'`)
    expect(unkept.A4).toContain('afiliación sin cuenta de puntos')
  })

  test('A6: reports a decision without an audit entry, with two, and an entry without a decision', async () => {
    const silent = await database.after(`delete from audit where subject = ${YES}`)
    expect(Object.keys(silent)).toEqual(['A6', 'AUD'])
    expect(silent.A6).toContain('"lines":"0"')
    const twice =
      await database.after(`insert into audit select 1000 + seq, at, actor_id, action, subject, detail, hash
    from audit where subject = ${YES} and action = 'networkDecide'`)
    expect(twice.A6).toContain('"lines":"2"')
    const other = await database.after(
      `update audit set actor_id = gen_random_uuid() where subject = ${YES}`,
    )
    expect(other.A6).toContain('audited_as')
    const none = await database.after(
      `update audit set subject = 'SOL-NONE' where subject = ${YES}`,
    )
    expect(none.A6).toContain('SOL-NONE')
  })

  test('A8: reports a plate that stands twice, and a vehicle of an ended loyalty', async () => {
    const twice = await database.after(
      'drop index vehicle_plate_once',
      `insert into vehicle select gen_random_uuid(), loyalty_code, mark, plate, fuel, null
      from vehicle where loyalty_code = '60000001' and removed_at is null`,
    )
    expect(twice.A8).toContain('matrícula repetida')
    const ended = await database.after(
      `update loyalty set ended_at = now() where code = '60000001'`,
    )
    expect(ended.A8).toContain('vehículo de una afiliación terminada')
  })
  test('A10: reports a proposal, a decision and an undone import without an audit entry, and one with two', async () => {
    const ID = `'5d0ca5e0-0000-8000-8000-000000000000'`
    const line = (number: number, action: string, actor: string) =>
      `insert into audit values (${number}, '2026-09-07', ${actor}, '${action}', '60000001', '{}', '\\x00')`
    const [PROPOSER, DECIDER] = [1, 2].map(
      (place) => `(select person_id from person_role
      where role_code = '1' order by person_id limit 1 offset ${place - 1})`,
    ) as [string, string]
    const proposed = `insert into proposal values (${ID}, 'adjustment', '60000001', '{"points": 5}', 'rejected',
      ${PROPOSER}, '2026-09-07', ${DECIDER}, '2026-09-07')`
    const [proposing, rejecting] = [
      line(9001, 'proposeAdjustment', PROPOSER),
      line(9002, 'rejectAdjustment', DECIDER),
    ]
    expect((await database.after(proposed)).A10).toContain('"lines":"0"')
    expect((await database.after(proposed, proposing)).A10).toContain('rejectadjustment')
    expect((await database.after(proposed, proposing, rejecting)).A10).toBeUndefined()
    const again = rejecting.replace('9002', '9003')
    expect((await database.after(proposed, proposing, rejecting, again)).A10).toContain(
      '"lines":"2"',
    )
    const undone = await database.after(`update import set undone_at = now() where number = 1`)
    expect(undone.A10).toContain('importUndone')
  })

  test('A9: reports a card that stands in two loyalties in force', async () => {
    const twice = await database.after(
      'drop index loyalty_card_once',
      `update loyalty set client_card_number = '88000000000000' where ended_at is null`,
    )
    expect(twice.A9).toContain('88000000000000')
  })
})

const personOf = (name: string) =>
  `(select id from person where email = '${name}@demo.surtidor.uy')`

describe('S10: roles of operators', () => {
  test('reports a role that was written without its audit entry', async () => {
    const given = await database.after(`insert into person_role select ${personOf('fede')}, '1'`)
    expect(Object.keys(given)).toEqual(['S10'])
    const raised = await database.after(
      `update person_role set role_code = '1' where person_id = ${personOf('carla')}`,
    )
    expect(raised).toEqual({ S10: expect.stringContaining('"audited":"3"') as string })
  })

  test('a role of a driver needs no audit entry', async () => {
    expect(
      await database.after(
        `update person_role set role_code = '2' where person_id = ${personOf('carla')}`,
      ),
    ).toEqual({})
  })
})
