import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/dates.ts'
import { overdueEmails } from '#contract/operator/overdueEmails.ts'
import { changeRole } from '#db/accounts/roles.ts'
import { inTransaction } from '#db/core/connection.ts'
import { newestMail } from '#db/messaging/mailOutbox.ts'
import { sendOverdueEmails } from '#server/operator/overdueEmailsJob.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { claimSteps } from '#testing/station/claimSteps.ts'

const server = testServerForEachTest()
const steps = startForEachTest(() => claimSteps(server))

/** An operator like another one, who asked to be told and, of the role 4, may be bound to a station. */
async function asking(name: string, like: 'elena' | 'diego', station = '') {
  const person = await createPersonLike(server, name, like)
  if (station)
    await server.owner.query(
      `insert into operator_station select id, $2 from person where email = $1`,
      [`${name}@demo.surtidor.uy`, station],
    )
  accepted(await person.call(overdueEmails, { wanted: true }))
  return person
}
/** Runs the job so many hours after now, in two processes at once. */
const run = async (hours: number) => {
  const now = () => new Date(server.context.now().getTime() + hours * HOUR_MS)
  const later = { ...server.context, now }
  await Promise.all([sendOverdueEmails(later), sendOverdueEmails(later)])
}
/** The texts of the emails about what is overdue, by the names of whom they went to. */
const told = async () => {
  const all = await newestMail(server.context.db, 100)
  return all
    .filter(({ subject }) => subject === 'Hay cosas que esperan hace mucho')
    .map(({ recipient, text }) => [recipient.replace('@demo.surtidor.uy', ''), text] as const)
}
const namesTold = async () => (await told()).map(([name]) => name).toSorted()
/** Leaves nothing overdue of the demo. */
const tidy = async () => {
  for (const statement of [
    `delete from contact_message`,
    `update purchase_claim set operator_from = 'infinity' where state = 'waiting'`,
    `update sale_conflict set closed_at = now()`,
    `update sale_event set dismissed_at = now() where loyalty_code is null`,
    `update shift set answered_at = 'infinity'`,
    `update proposal set state = 'withdrawn', decided_by = proposed_by, decided_at = now() where state = 'waiting'`,
    `update terminal set revoked_at = now()`,
  ])
    await server.owner.query(statement)
}

describe('sendOverdueEmails', () => {
  test('tells each operator who asked of an exception once, and who sees its station only', async () => {
    await steps.report(reportedSale('OLD', 3, { plate: 'OLD1234' }))
    await tidy()
    await server.owner.query(`update sale_event set dismissed_at = null where ticket = 'OLD'`)
    await asking('rita', 'elena')
    await asking('dora', 'diego', 'E001')
    await asking('eva', 'diego', 'E005')
    await asking('nico', 'diego')
    await createPersonLike(server, 'silent', 'elena')
    await run(23)
    expect(await told()).toEqual([])
    await run(25)
    expect(await namesTold()).toEqual(['dora', 'nico', 'rita'])
    for (const hours of [25, 26, 200]) await run(hours)
    expect(await namesTold()).toEqual(['dora', 'nico', 'rita'])
    for (const [, text] of await told()) {
      expect(text).toContain('Excepciones con más de 24 horas: 1')
      expect(text).toContain('/consola/')
      // Personal data stays in the console.
      expect(text).not.toMatch(/OLD|E001|Mensajes|Propuestas|Cajas/)
    }
  })

  test('tells of a silent till again when it fell silent again', async () => {
    await tidy()
    await server.owner.query(`update terminal set revoked_at = null, heard_at = $2 where id = $1`, [
      steps.till.id,
      server.context.now(),
    ])
    await asking('dora', 'diego', 'E001')
    await asking('eva', 'diego', 'E005')
    for (const hours of [0.5, 1.5, 3]) await run(hours)
    expect(await told()).toEqual([
      ['dora', expect.stringContaining('Cajas sin señal hace más de 1 hora: 1')],
    ])
    await server.owner.query(
      `update terminal set heard_at = heard_at + interval '150 minutes' where id = $1`,
      [steps.till.id],
    )
    for (const hours of [3.2, 4, 5]) await run(hours)
    expect(await namesTold()).toEqual(['dora', 'dora'])
  })

  test('tells administrators of a proposal of another one, and everybody of a message', async () => {
    await tidy()
    await asking('rita', 'elena')
    await asking('nico', 'diego')
    await asking('dora', 'diego', 'E001')
    const propose = (by: string) =>
      server.owner.query(
        `insert into proposal (id, kind, subject, content, proposed_by, proposed_at)
         select gen_random_uuid(), 'rule', 'x', '{}', id, $2 from person where email = $1`,
        [`${by}@demo.surtidor.uy`, server.context.now()],
      )
    await propose('elena')
    await propose('rita')
    await run(5)
    expect(await told()).toEqual([
      [
        'rita',
        expect.stringContaining('Propuestas que esperan a otra persona hace más de 4 horas: 1'),
      ],
    ])
    await server.owner.query(
      `insert into contact_message (id, person_id, type, title, text, branch_code, at, state)
       select gen_random_uuid(), id, 'Consulta', 'Secreto', 'Secreto', 'E005', $1, 'RECEIVED'
       from person where email = 'ana@demo.surtidor.uy'`,
      [server.context.now()],
    )
    await run(30)
    expect(await namesTold()).toEqual(['nico', 'rita', 'rita'])
    expect(JSON.stringify(await told())).not.toContain('Secreto')
  })

  test('tells nobody who turned it off, was locked or lost the role', async () => {
    await steps.report(reportedSale('OFF', 3, { plate: 'OFF1234' }))
    const off = await asking('off', 'elena')
    expect(accepted(await off.call(overdueEmails, { wanted: false }))).toMatchObject({
      wanted: false,
    })
    await asking('locked', 'elena')
    await server.owner.query(
      `update person set locked_at = now() where email = 'locked@demo.surtidor.uy'`,
    )
    await asking('gone', 'elena')
    const { rows } = await server.owner.query<{ id: string }>(
      `select id from person where email = 'gone@demo.surtidor.uy'`,
    )
    const change = { role: '2', removesFactor: false, now: server.context.now() } as const
    await inTransaction(server.context.db, (tx) => changeRole(tx, rows[0]?.id ?? '', change))
    await run(30)
    expect(await told()).toEqual([])
  })
})
