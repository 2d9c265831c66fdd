import { describe, expect, test } from 'vitest'
import { addUser } from '#contract/user/addUser.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { cedula } from '#db/demo/fakeIds.ts'
import { WRONG_LOGINS } from '#server/auth/loginDelay.ts'
import { handlers } from '#server/handlers.ts'
import { take } from '#server/http/limits.ts'
import { PASSWORD, testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest({
  config: { trustProxy: 'loopback', callsPerMinute: 100_000 },
})

const driver = (n: number) => `driver${String(n).padStart(5, '0')}@demo.surtidor.uy`
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const logIn = async (user: string, password: string, address: string) =>
  await server.stranger.call(login, { user, password }, from(address))
const statusesOf = async (count: number, call: (n: number) => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let n = 1; n <= count; n += 1) statuses.push((await call(n)).status)
  return statuses
}
const limited = (statuses: number[]) => statuses.filter((status) => status === 429).length

describe('the limits of calls', () => {
  // Here a reviewer reads all of them: so many at once, and one more each so many seconds.
  test('the calls have these limits', () => {
    const rows = Object.values(handlers).flatMap(({ contract, limits }) =>
      limits.map(({ name, by, points, per, taken, removable = false }) =>
        [contract.name, name, by, points, per / points / 1000, taken, removable].join(' | '),
      ),
    )
    expect(rows.toSorted()).toEqual([
      'actOnObject | adjustments | person | 20 | 180 | within | false',
      'actOnObject | console actions | person | 120 | 5 | before | false',
      'actOnObject | refunds | person | 20 | 180 | within | false',
      'actOnObject | simulation | person | 20 | 180 | within | false',
      'addUser | confirmation code | mailbox | 3 | 600 | within | false',
      'addUser | registration | address | 30 | 120 | before | true',
      'captureVoucher | vouchers at a till | terminal | 60 | 10 | before | false',
      'claimPurchase | claims | person | 10 | 8640 | before | false',
      'confirmAddUser | confirmation code | mailbox | 3 | 600 | within | false',
      'contact | message | person | 5 | 720 | within | false',
      'enrolTerminal | terminal enrolment | address | 30 | 120 | before | true',
      'getGEOPayAccessToken | payment attempt | person | 40 | 180 | within | true',
      'importCarLog | car files | person | 30 | 120 | before | false',
      'inviteDriver | company invitations | person | 20 | 4320 | before | false',
      'inviteDriver | emailed company invitations | mailbox | 3 | 28800 | within | false',
      'login | wrong login | address | 40 | 60 | within | true',
      'loginPasskey | wrong login | address | 40 | 60 | within | true',
      'mailReceipt | receipt | person | 10 | 360 | within | false',
      'memberStatus | member status | terminal | 60 | 10 | before | false',
      'monthReport | month reports | person | 60 | 10 | before | false',
      'objects | missed searches | person | 60 | 60 | within | false',
      'openPaymentRequest | payment request opened | person | 150 | 0.8 | before | false',
      'openPaymentRequest | unknown payment request | person | 20 | 60 | within | false',
      'paymentStatus | payment status | terminal | 300 | 1 | before | false',
      'requestEmailChange | code for the new address | mailbox | 3 | 600 | within | false',
      'requestEmailChange | code for the old address | mailbox | 3 | 600 | within | false',
      'requestPayment | payment request | terminal | 120 | 5 | before | false',
      'reserveRedemption | spending codes at a till | terminal | 10 | 60 | within | false',
      'reserveRedemption | spending codes of a loyalty | loyalty | 10 | 60 | within | false',
      'resetPassword | reset code | mailbox | 3 | 600 | within | false',
      'search | console searches | person | 300 | 2 | before | false',
      'search | missed searches | person | 60 | 60 | within | false',
      'totals | missed searches | person | 60 | 60 | within | false',
      'updateMembershipData | bank account | person | 10 | 360 | within | false',
    ])
  })

  test('a limit is taken only by the calls that declare it', async () => {
    const caller = { limits: [], address: '203.0.113.9' }
    await expect(take(server.context, caller, WRONG_LOGINS)).rejects.toThrow(/does not declare/)
  })
})

describe('the limit of wrong passwords of one address', () => {
  test('slows tries on sixty accounts, and no other address', async () => {
    const thief = '203.0.113.77'
    const statuses = await statusesOf(60, (n) => logIn(`nadie${n}@correo.uy`, 'una prueba', thief))
    expect(statuses.slice(0, 40).every((status) => status === 200)).toBe(true)
    expect(limited(statuses)).toBe(20)
    const slowed = await logIn(driver(1), PASSWORD, thief)
    expect([slowed.status, Number(slowed.headers.get('retry-after'))]).toEqual([429, 60])
    const { responseCode, reason, rrn } = slowed.responseHeader
    expect([responseCode, reason]).toEqual(['05', 'too_many'])
    expect(rrn).toMatch(/^\d{12}$/)
    expect((await logIn(driver(1), PASSWORD, '203.0.113.78')).status).toBe(200)
    // One more each minute.
    server.wait(60_000)
    const later = await statusesOf(3, (n) => logIn(`otro${n}@correo.uy`, 'una prueba', thief))
    expect(later).toEqual([200, 429, 429])
  })

  test('admits no more tries when they are sent at once', async () => {
    const thief = '203.0.113.82'
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => logIn(`nadie${n}@correo.uy`, 'una prueba', thief)),
    )
    expect(limited(answers.map(({ status }) => status))).toBe(20)
  })

  test('counts a network of IPv6 as one address', async () => {
    const statuses = await statusesOf(60, (n) =>
      logIn(`nadie${n}@correo.uy`, 'una prueba', `2001:db8:0:7::${n.toString(16)}`),
    )
    expect(limited(statuses)).toBe(20)
    expect((await logIn(driver(1), PASSWORD, '2001:db8:0:8::1')).status).toBe(200)
  })

  test('does not count the right passwords of sixty logins', async () => {
    const statuses = await statusesOf(60, (n) =>
      logIn(driver((n % 6) + 1), PASSWORD, '203.0.113.79'),
    )
    expect(limited(statuses)).toBe(0)
  })

  test('does not slow a browser in which the owner has signed in', async () => {
    const address = '203.0.113.80'
    const headers = { origin: 'http://localhost:3000', 'x-forwarded-for': address }
    const fields = { user: driver(1), password: PASSWORD }
    const first = await server.stranger.call(login, fields, { headers })
    const cookie = first.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ')
    await statusesOf(41, (n) => logIn(`nadie${n}@correo.uy`, 'una prueba', address))
    expect((await server.stranger.call(login, fields, { headers })).status).toBe(429)
    const known = await server.stranger.call(login, fields, { headers: { ...headers, cookie } })
    expect(known.status).toBe(200)
  })
})

describe('the limit of registrations of one address', () => {
  const register = (n: number, email = `nueva${n}@correo.uy`, address = '203.0.113.81') =>
    server.stranger.call(
      addUser,
      {
        user: {
          email,
          firstName: 'Nadia',
          firstSurname: 'Bentancur',
          documentNumber: cedula(4_300_000 + n),
          birthdate: '1991-05-20',
          sex: 'F',
          mobile: '099 123 456',
          address: 'Rincón 820, Minas, Uruguay',
        },
        password: 'tres tristes tigres',
      },
      from(address),
    )

  test('refuses the thirty-first, and admits another after two minutes', async () => {
    const statuses = await statusesOf(32, register)
    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true)
    expect(limited(statuses)).toBe(2)
    server.wait(2 * 60_000)
    expect((await register(40)).status).toBe(200)
  }, 30_000)

  test('counts the tags of a mailbox as one for emails, and the accounts stay apart', async () => {
    for (let n = 1; n <= 5; n += 1) {
      const answer = await register(n, `gabi+${n}@correo.uy`, `203.0.113.${n}`)
      expect(answer.responseHeader.responseCode).toBe('00')
    }
    const mailed = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => server.mailsTo(`gabi+${n}@correo.uy`)),
    )
    expect(mailed.map(({ length }) => length)).toEqual([1, 1, 1, 0, 0])
    for (let n = 1; n <= 3; n += 1)
      await server.stranger.call(resetPassword, { user: `gabi+${n}@correo.uy` })
    expect(await server.mailsTo('gabi+3@correo.uy')).toHaveLength(2)
    await server.stranger.call(resetPassword, { user: 'gabi+1@correo.uy' })
    expect(await server.mailsTo('gabi+1@correo.uy')).toHaveLength(2)
  })
})
