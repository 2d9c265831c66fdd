import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/dates.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { SESSION_OVER } from '#contract/responseCodes.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { addUser } from '#contract/user/addUser.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { contact } from '#contract/user/contact.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { exportData } from '#contract/user/exportData.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { updateUser } from '#contract/user/updateUser.ts'
import { userData } from '#contract/user/userData.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { purgeExpired } from '#db/retention.ts'
import { reauthenticate } from '#server/auth/reauthenticate.ts'
import type { AuthenticatedCaller } from '#server/http/defineHandler.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { accepted } from '#testing/harness/testClient.ts'
import {
  codesIn,
  PASSWORD,
  type Person,
  testServerForEachTest,
} from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = testServerForEachTest()

const rowsOf = async <T extends object>(query: string) =>
  (await server.context.db.execute<T & Record<string, unknown>>(query)).rows

/** All rows of all tables, as text. */
async function allRows(): Promise<[table: string, row: string][]> {
  const tables = await rowsOf<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const all: [string, string][] = []
  for (const { name } of tables)
    for (const { row } of await rowsOf<{ row: string }>(`select t::text as row from "${name}" t`))
      all.push([name, row])
  return all
}
const rowsWith = async (traces: string[]) =>
  (await allRows()).flatMap(([table, row]) =>
    traces.filter((trace) => row.includes(trace)).map((trace) => `${table}: ${trace}`),
  )
const valuesOf = (rows: Record<string, unknown>[], field: string) =>
  rows.map((row) => String(row[field]))
const totals = async () =>
  await rowsOf(`select (select sum(points) from ledger_entry) as zero, (select count(*) from ledger_entry) as entries,
    (select sum(amount) from movement) as sold, (select count(*) from payment_attempt) as attempts,
    (select sum(amount) from debt) as owed`)

describe('deleteAccount', () => {
  test('removes every trace of a driver, keeps the books balanced and ends the sessions', async () => {
    const ana = await server.as('ana')
    const tablet = await server.as('ana')
    await ana.call(contact, { text: 'Chau', title: 'Me voy, Ana Pereira', type: 'Otro' })
    await server.stranger.call(resetPassword, { user: 'ana@demo.surtidor.uy' })
    const { user } = await ana.call(userData, {})
    const { data } = await ana.call(exportData, {})
    const traces = [
      user.email,
      user.documentNumber,
      user.mobile,
      user.address,
      `${user.firstName} ${user.firstSurname}`,
      'Me voy',
      ...valuesOf(data.afiliaciones, 'clientRUT'),
      ...valuesOf(data.afiliaciones, 'clientCardNumber'),
      ...valuesOf(data.afiliaciones, 'accountBankNumber'),
      ...valuesOf(data.vehiculos, 'plate'),
    ].filter((trace) => trace !== '')
    expect(traces.length).toBeGreaterThan(10)
    expect(new Set((await rowsWith(traces)).map((at) => at.split(':')[0])).size).toBeGreaterThan(5)
    const [before] = await totals()

    expect(
      (await ana.call(deleteAccount, { password: PASSWORD })).responseHeader.responseCode,
    ).toBe('00')
    expect(await rowsWith(traces)).toEqual([])
    // Her voucher that waits is given back.
    expect(await totals()).toEqual([{ ...before, entries: String(Number(before?.entries) + 2) }])
    const broken = await checkInvariants(server.context.db)
    expect(broken).toEqual([])
    for (const session of [ana, tablet])
      expect((await session.call(userData, {})).responseHeader.responseCode).toBe('88')
    const again = await server.stranger.call(login, { user: user.email, password: PASSWORD })
    expect(again.responseHeader.responseDescription).toMatch(/correo o la contraseña/)
  })

  test('leaves what tills sent of a driver in signed messages only, until these are 400 days old', async () => {
    const ana = await server.as('ana')
    const { data } = await ana.call(exportData, {})
    const [plate = ''] = valuesOf(data.vehiculos, 'plate')
    const [cardNumber = ''] = valuesOf(data.afiliaciones, 'clientCardNumber').filter(Boolean)
    const loyaltyCode = '60000001'
    const till = await enrolTestTerminal(server)
    const items = [
      reportedSale('1', 10, { loyaltyCode, cardNumber, plate }),
      reportedSale('2', 10, { loyaltyCode: 'NADIE', cardNumber, plate }),
    ]
    const { results } = accepted(await till.call(reportSales, { items }))
    expect(results.map(({ result }) => result)).toEqual(['accepted', 'unmatched'])
    expect(await rowsWith([plate])).toContain(`sale_event: ${plate}`)

    accepted(await ana.call(deleteAccount, { password: PASSWORD }))
    expect(await rowsWith([plate, cardNumber])).toEqual([])
    const evidence = async () =>
      (
        await rowsOf<{ nonce: string }>(
          `select nonce from terminal_batch where convert_from(body, 'UTF8') like '%${plate}%' and nonce like '% days'`,
        )
      ).map(({ nonce }) => nonce)
    for (const days of [399, 401])
      await server.owner.query(
        `insert into terminal_batch select gen_random_uuid(), terminal_id, '${days} days', now() - interval '${days} days',
          target_uri, body, content_digest, signature_input, signature from terminal_batch where nonce not like '% days'`,
      )
    expect(await evidence()).toEqual(['399 days', '401 days'])
    await purgeExpired(server.context.db, server.context.now())
    expect(await evidence()).toEqual(['399 days'])
  })

  test('removes every trace of a new account, which can register again', async () => {
    const zulmira = {
      email: 'zulmira@correo.example',
      firstName: 'Zulmira',
      firstSurname: 'Quintanilha',
      documentNumber: '1.234.567-2',
      birthdate: '1970-01-01',
      sex: 'F' as const,
      mobile: '094 987 654',
      address: 'Pasaje Escondido 77, Melo, Uruguay',
    }
    const password = 'pan con membrillo'
    const enter = async () => {
      server.wait(HOUR_MS)
      await server.stranger.call(addUser, { user: zulmira, password })
      const [mail] = await server.mailsTo(zulmira.email)
      const { code } = codesIn(mail as never)
      await server.stranger.call(confirmAddUser, { user: zulmira.email, code })
      return await server.enter(zulmira.email, password)
    }
    const me = await enter()
    await me.call(updateUser, { user: { firstName: 'Zulmira Inés' } })
    await me.call(contact, { text: 'Soy Zulmira', title: 'Hola', type: 'Consulta' })
    await me.call(membershipRequest, {
      request: {
        programme: 'surtidor',
        vehicle: { mark: 'fiat', plate: 'ZZZ 9876', fuel: 'super' },
        accountBank: 'Itaú',
        accountBankType: 'CA',
        accountBankNumber: '7788990011',
        accountName: 'Zulmira Quintanilha',
      },
    })
    const wrong = await me.call(deleteAccount, { password: 'no es' })
    expect(wrong.responseHeader.responseDescription).toMatch(/actual no es correcta/)
    expect((await me.call(deleteAccount, { password })).responseHeader.responseCode).toBe('00')
    const traces = [
      'ulmira',
      'uintanilha',
      '12345672',
      '94987654',
      'Escondido',
      'ZZZ9876',
      '7788990011',
    ]
    expect(await rowsWith(traces)).toEqual([])
    const broken = await checkInvariants(server.context.db)
    expect(broken).toEqual([])
    expect((await (await enter()).call(userData, {})).user.firstName).toBe('Zulmira')
  })

  test('removes the stored answers of a token that was replaced', async () => {
    const gilda = await createPersonLike(server, 'gilda', 'fede')
    await gilda.call(updateUser, { user: { firstName: 'Gildarda' } })
    const { userSessionToken } = await gilda.call(updatePassword, {
      user: 'gilda@demo.surtidor.uy',
      password: 'una nueva bien larga',
      currentPassword: PASSWORD,
    })
    const renewed = server.session(userSessionToken ?? '')
    const gone = await renewed.call(deleteAccount, { password: 'una nueva bien larga' })
    expect(gone.responseHeader.responseCode).toBe('00')
    expect(await rowsWith(['ildarda', 'gilda@'])).toEqual([])
  })

  /** Starts to delete an account, and blocks when its row is locked and all but its messages is deleted. */
  async function deleteHalfway(person: Person) {
    const lockHolder = await createLockHolder(server)
    await lockHolder.lock('lock table contact_message in exclusive mode')
    const deletion = person.call(deleteAccount, { password: PASSWORD })
    await lockHolder.waitForBlocked(1)
    return { lockHolder, deletion }
  }
  const codesOf = async (calls: ReturnType<Person['call']>[]) =>
    (await Promise.all(calls)).map(({ responseHeader }) => responseHeader.responseCode)

  const idOfAna = async () =>
    (await rowsOf<{ id: string }>("select id from person where email like 'ana@%'"))[0]?.id
  /** As the foreign key of a notification that is stored. */
  const NOTIFIES = 'select from person where id = $1 for key share'

  test('waits for a till that holds the loyalty and then notifies the person, without a deadlock', async () => {
    const [ana, id] = [await server.as('ana'), await idOfAna()]
    const till = await createLockHolder(server)
    // Of a deadlock it would be the victim.
    await till.lock('set local deadlock_timeout = 10')
    await till.lock('select from loyalty where person_id = $1 for no key update', [id])
    const deletion = ana.call(deleteAccount, { password: PASSWORD })
    await till.waitForBlocked(1)
    await till.lock(NOTIFIES, [id])
    await till.release('commit')
    expect((await deletion).responseHeader).toMatchObject({ responseCode: '00' })
  })

  test('does not wait for what has notified the person, which may wait for the loyalty', async () => {
    const [ana, id] = [await server.as('ana'), await idOfAna()]
    const till = await createLockHolder(server)
    await till.lock(NOTIFIES, [id])
    const deletion = await ana.call(deleteAccount, { password: PASSWORD })
    expect(deletion.responseHeader).toMatchObject({ responseCode: '00' })
    await till.release('commit')
  })

  test('calls that wait for the deletion write nothing', async () => {
    const nora = await createPersonLike(server, 'nora', 'fede')
    const tablet = await server.as('nora')
    const { lockHolder, deletion } = await deleteHalfway(nora)
    const late = [
      tablet.call(updateUser, { user: { firstName: 'Noradina' } }),
      tablet.call(contact, { text: 'Soy Noradina', title: 'Hola', type: 'Consulta' }),
      tablet.call(membershipRequest, {
        request: {
          programme: 'surtidor',
          vehicle: { mark: 'fiat', plate: 'YYY 4321', fuel: 'super' },
        },
      }),
    ]
    await lockHolder.waitForBlocked(4)
    await lockHolder.release('rollback')
    expect(await codesOf([deletion, ...late])).toEqual(['00', '88', '88', '88'])
    expect(await rowsWith(['oradina', 'YYY4321'])).toEqual([])
  })

  test('a reset, an enrolment and a second deletion that wait for the deletion have no effect', async () => {
    const norma = await createPersonLike(server, 'norma', 'diego')
    const tablet = await server.as('norma')
    const [row] = await rowsOf<{ id: string }>("select id from person where email like 'norma@%'")
    const id = row?.id ?? ''
    const { lockHolder, deletion } = await deleteHalfway(norma)
    const meanwhile = [
      tablet.call(deleteAccount, { password: PASSWORD }),
      tablet.call(enrolSecondFactor, { password: PASSWORD }),
      server.stranger.call(resetPassword, { user: 'norma@demo.surtidor.uy' }),
    ]
    await lockHolder.waitForBlocked(4)
    await lockHolder.release('rollback')
    expect(await codesOf([deletion, ...meanwhile])).toEqual(['00', '88', '88', '00'])
    const tables = new Set((await rowsWith([id])).map((at) => at.split(':')[0]))
    expect([...tables].toSorted()).toEqual(['audit', 'person'])
    // A call that passed the session check before the deletion finds no account to authenticate.
    const late = { personId: id } as AuthenticatedCaller
    await expect(reauthenticate(server.context, late, PASSWORD)).rejects.toThrow(SESSION_OVER)
  })

  test('refuses while a payment has no final outcome, and changes nothing', async () => {
    const fede = await server.as('fede')
    await server.context.db.execute(`
    insert into debt (reference, person_id, concept, merchant_name, invoice_number, currency, amount, taxed_amount,
      tax_amount, installments, indi, final_consumer, points, at, due_date, state)
    select 'D-FEDE', id, 'c', 'm', '1', '858', 100, 80, 20, 1, 0, true, 0, now(), now(), 'PENDING' from person where email = 'fede@demo.surtidor.uy';
    insert into payment_attempt (id, person_id, debt_reference, net_id, merchant_id, currency, amount, taxed_amount,
      tax_amount, tip_amount, installments, indi, state, audit_number, created_at)
    select gen_random_uuid(), id, 'D-FEDE', 'n', 'm', '858', 100, 80, 20, 0, 1, 0, 'PROCESSING', 'x1', now() from person where email = 'fede@demo.surtidor.uy'`)
    const answer = await fede.call(deleteAccount, { password: PASSWORD })
    expect(answer.responseHeader.responseDescription).toMatch(/pago en curso/)
    // A rejected attempt that is still polled may turn out to be charged.
    await server.context.db.execute(
      `update payment_attempt set state = 'REJECTED', next_poll_at = now() where audit_number = 'x1'`,
    )
    const doubtful = await fede.call(deleteAccount, { password: PASSWORD })
    expect(doubtful.responseHeader.responseDescription).toMatch(/pago en curso/)
    expect((await fede.call(userData, {})).user.email).toBe('fede@demo.surtidor.uy')
  })
})
