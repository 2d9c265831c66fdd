import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { storeRules } from '#contract/operator/storeRules.ts'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { startForFile } from '#testing/harness/startFor.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = testServerForFile()
const elena = startForFile(() => server.as('elena'))
const RULE = { programme: 'surtidor', product: 'super', perLitre: 5, perHundred: 0 } as const

describe('storeRules', () => {
  test('stores rules for the future, with a line of the audit each, which change nothing of now', async () => {
    const till = await enrolTestTerminal(server, 'E004')
    const before = (await till.call(heartbeat, {})).rules
    const stored = await elena.call(storeRules, {
      rules: [{ ...RULE, weekdays: [7, 1, 1], means: ['debit', 'credit'] }],
      validFrom: '20260907130000',
    })
    expect(stored.rules).toEqual([
      {
        ...RULE,
        weekdays: [1, 7],
        hourFrom: 0,
        hourUntil: 24,
        means: ['credit', 'debit'],
        validFrom: '20260907130000',
        validUntil: '',
      },
    ])
    expect((await till.call(heartbeat, {})).rules).toEqual(before)
    const { rows } = await server.context.db.execute(sql`
      select a.detail ->> 'perLitre' as points from audit a join points_rule r on r.id::text = a.subject
      where a.action = 'storeRule' and r.weekdays = '[1, 7]'`)
    expect(rows).toEqual([{ points: '5' }])
    expect(await checkInvariants(server.context.db)).toEqual([])
  })

  test.each([
    ['a start within the hour', { validFrom: '20260907125959' }, /dentro de una hora/],
    ['an end before the start', { validUntil: '20260909000000' }, /termina antes/],
    ['an unknown programme', { rules: [{ ...RULE, programme: 'x' }] }, /programa no existe/],
    ['a day that does not exist', { validFrom: '20260931000000' }, /fecha no es válida/],
    ['no hours', { rules: [{ ...RULE, hourFrom: 8, hourUntil: 8 }] }, /horas/],
    ['an eighth day', { rules: [{ ...RULE, weekdays: [8] }] }, /Revisá la regla/],
    ['points without end', { rules: [{ ...RULE, perLitre: 1001 }] }, /de 0 a 1000/],
    ['no rule', { rules: [] }, /de 1 a 20 reglas/],
  ])('storeRules refuses %s', async (_what, fields, expected) => {
    const answer = await elena.call(storeRules, { ...examples.storeRules, ...fields })
    expect(answer.responseHeader.responseDescription).toMatch(expected)
  })
})
