// A client written from docs/specification.md alone: it imports nothing of this project but its own
// second file, and calls the 28 services over HTTP with the specification's field names.
// `node e2e/integrator.mjs APP SANDBOX` against a server with the demo data makes all calls four
// times: with every field, and with null, empty and absent ones wherever the specification lets them.
// It prints a row per call and run, and exits 1 if one did not answer 00.
import { blank, cedula, emailedCode, header, range, STYLES, totp } from '#e2e/integratorWire.mjs'

const [app, sandbox] = process.argv.slice(2)
const SECRET = 'SURTIDORDEMOSEGUNDOFACTORDEMOUYU'
const DEMO_PASSWORD = 'demo-surtidor'
/** A bank by its name, and by a code as number, short name and text. */
const BANKS = { given: 'Brou', null: 113, empty: 'santander', absent: '60' }

const SPECIFICATION = {
  user: `login logout addUser confirmAddUser updateUser updatePassword resetPassword
    confirmResetPassword userData roles notifications readNotification markNotification contact`,
  financial: 'movements accountStatus',
  info: 'branches',
  loyalty: `loyalties membershipRequest membershipRequestList removeMembership updateMembershipData
    validateMembershipRequest activeMembershipList`,
  payments: 'getDebts getGEOPayAccessToken processGEOPayResponse getPayments',
}

/** The headers of a session by its token. */
const cookiesOf = new Map()

/** A client that leaves the optional fields in this style; `codes` has the first code of each call that is not 00. */
function clientOf(style) {
  const codes = new Map()
  /** @param optional fields that the specification lets be empty */
  const call = async (service, token, fields, optional = {}) => {
    const [group] = Object.entries(SPECIFICATION).find(([, names]) =>
      names.split(/\s+/).includes(service),
    )
    const response = await fetch(`${app}/api/${group}/process/${service}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8', ...cookiesOf.get(token) },
      body: JSON.stringify({
        requestHeader: header(style, token),
        ...fields,
        ...blank(style, optional),
      }),
    })
    const answer = await response.json()
    const { responseCode, responseDescription } = answer.responseHeader ?? {
      responseCode: response.status,
    }
    // An operator's session is valid only with the cookies of its login.
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    if (answer.user?.userSessionToken && cookies.length > 0)
      cookiesOf.set(answer.user.userSessionToken, {
        cookie: cookies.join('; '),
        'x-xsrf-token': cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice(11),
      })
    if ((codes.get(service) ?? '00') === '00') codes.set(service, responseCode)
    if (responseCode !== '00')
      process.stdout.write(`  ${style} ${service}: ${responseCode} ${responseDescription}\n`)
    return answer
  }
  const login = async (user, password, more = {}) =>
    (await call('login', '', { user, password, ...more }, { link: '' })).user?.userSessionToken
  return { style, codes, call, login }
}

/** Registers, changes and renews the password of a driver. @returns a session and the e-mail */
async function register({ style, call, login }) {
  const email = `gala.${style}.${Date.now()}@example.com`
  const user = {
    email,
    firstName: 'Gala',
    firstSurname: 'Ferreira',
    documentNumber: cedula(String(Date.now()).slice(-7)),
    birthdate: '19900314',
    sex: 'F',
    mobile: '099 123 456',
    address: 'Rivera 2345, Montevideo, Uruguay',
  }
  const link = { link: app }
  await call('addUser', '', { user, password: 'una frase que recuerdo' }, link)
  await call('confirmAddUser', '', { user: email, code: await emailedCode(app, email) }, link)
  const gala = await login(email, 'una frase que recuerdo')
  await call('updateUser', gala, {
    user: {
      firstName: 'Galatea',
      ...blank(style, { sex: 'X' }),
      ...(style === 'empty' && { sex: null }),
    },
  })
  await call('updatePassword', gala, { user: email, password: 'otra frase que recuerdo' })
  await call('resetPassword', '', { user: email }, link)
  const code = await emailedCode(app, email)
  const password = 'la tercera frase es mía'
  await call('confirmResetPassword', '', { user: email, password, code }, link)
  return await login(email, password)
}

/** A driver's own data, a message, and a loyalty: requested, authorised twice, read and left. */
async function join({ style, call }, driver, carla, diego) {
  await call('userData', driver, {})
  await call('roles', driver, {})
  const message = { text: 'Hola desde afuera.', title: 'Hola', type: 'comment' }
  await call('contact', driver, message, { branchCode: '' })
  const vehicle = { mark: 'fiat', plate: 'SBA 1234', fuel: 'super' }
  const optional = blank(style, {
    clientRUT: '21.508055.001-1',
    clientCardNumber: '',
    accountBank: '',
    accountBankType: '',
    accountBankNumber: '',
    accountBankBranch: '',
    accountName: '',
  })
  const request = { programme: 'uber', vehicle, ...optional }
  const { reference } = await call('membershipRequest', driver, { request })
  await call('membershipRequestList', carla, {}, { reference, state: 'PENDING' })
  const decision = { reference, authorized: style === 'null' ? 'true' : true }
  for (const operator of [carla, diego])
    await call('validateMembershipRequest', operator, decision, {
      observations: 'Está todo.',
      additionalData: null,
    })
  const { loyalties } = await call('loyalties', driver, {})
  const { loyaltyCode, clientRUT } = loyalties[0]
  await call('activeMembershipList', driver, { loyaltyCode }, { clientRUT, clientCardNumber: '' })
  const account = {
    accountBank: BANKS[style],
    accountBankType: 'CA',
    accountBankNumber: '001234567',
  }
  await call('updateMembershipData', driver, account, {
    accountBankBranch: '01',
    accountName: 'Gala',
  })
  await call(
    'removeMembership',
    driver,
    { loyaltyCode },
    { clientId: '', vehicleId: '', observations: 'Prueba' },
  )
}

/** What Ana reads, and the payment of one of her debts at the gateway. @returns the state of the payment */
async function payDebt({ call, login }) {
  const ana = await login('ana@demo.surtidor.uy', DEMO_PASSWORD)
  const { loyalties } = await call('loyalties', ana, {})
  const { notifications } = await call('notifications', ana, {}, { count: 10, type: '5' })
  const { id } = notifications[0]
  await call('readNotification', ana, { notificationId: id })
  await call('markNotification', ana, { notificationId: id, option: 'unread' })
  const { branches } = await call('branches', ana, {})
  const { loyaltyCode, clientRUT } = loyalties.find((one) => one.clientRUT !== '')
  const rut = `${clientRUT.slice(0, 2)}.${clientRUT.slice(2, 8)}.${clientRUT.slice(8, 11)}-${clientRUT.slice(11)}`
  const filter = { ...range, branchCode: branches[0].code, clientRUT: rut }
  await call('movements', ana, { loyaltyCode }, filter)
  await call('accountStatus', ana, { loyaltyCode }, filter)
  const { debts, geopay } = await call('getDebts', ana, {}, { type: '2' })
  const debtData = debts.find(
    ({ state, currency, amount }) =>
      state === 'PENDING' &&
      currency === '858' &&
      amount !== 5151 &&
      ![25, 91].includes(amount % 100),
  )
  const ids = { geopayNetId: geopay.netId, geopayMerchantId: geopay.merchantId }
  const { accessToken } = await call('getGEOPayAccessToken', ana, { debtData }, ids)
  const paid = await fetch(`${sandbox}/sandbox/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: accessToken, card: '9999010000010002' }),
  })
  const { data: geopayResponse } = await paid.json()
  const { payment } = await call('processGEOPayResponse', ana, { geopayResponse })
  const alone = await call('getPayments', ana, { accessToken }, range)
  const all = await call('getPayments', ana, {}, { accessToken: '', ...range })
  await call('logout', ana, {})
  return all.payments.length > 1 && alone.payments.length === 1 ? payment?.state : 'not listed'
}

const operators = clientOf('given')
// Each code of a second factor serves once.
const [carla, diego] = [
  await operators.login('carla@demo.surtidor.uy', DEMO_PASSWORD, { secondFactor: totp(SECRET) }),
  await operators.login('diego@demo.surtidor.uy', DEMO_PASSWORD, { secondFactor: totp(SECRET) }),
]
let succeeded = true
for (const style of STYLES) {
  const client = clientOf(style)
  await join(client, await register(client), carla, diego)
  succeeded &&= (await payDebt(client)) === 'PAID'
  for (const [group, names] of Object.entries(SPECIFICATION))
    for (const name of names.split(/\s+/)) {
      const code = client.codes.get(name) ?? 'not called'
      succeeded &&= code === '00'
      process.stdout.write(
        `${code === '00' ? '✓' : '✗'} ${style} ${group}/process/${name} ${code}\n`,
      )
    }
}

// A request without a header has no session.
const bare = await fetch(`${app}/api/user/process/userData`, {
  method: 'POST',
  headers: { 'content-type': 'text/plain' },
  body: '{}',
})
const { responseHeader } = await bare.json()
process.stdout.write(`without a header ${responseHeader.responseCode}\n`)
process.exit(succeeded && responseHeader.responseCode === '88' ? 0 : 1)
