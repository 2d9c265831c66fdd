// A client written from docs/specification.md alone: it imports nothing of this project, and calls the
// 28 services over HTTP with the specification's field names. `node e2e/integrator.mjs APP SANDBOX`
// against a server with the demo data; it prints a row per call and exits 1 if one did not answer 00.
import { createHmac } from 'node:crypto'

const [app, sandbox] = process.argv.slice(2)
const responseCodes = new Map()
let auditNumbers = 0

const pad = (number, width = 2) => String(number).padStart(width, '0')
const uruguayTime = (date) => new Date(date.getTime() - 3 * 3_600_000)
const stamp = (date) => uruguayTime(date).toISOString().replace(/\D/g, '').slice(0, 14)
const now = () => uruguayTime(new Date()).toISOString().slice(0, 19).replace('T', ' ')

async function call(group, service, token, fields) {
  const requestHeader = {
    netId: 'SURTIDOR',
    netDescription: 'Surtidor app',
    dateTime: now(),
    userSessionToken: token,
    auditNumber: `${pad(++auditNumbers, 6)}${Date.now() % 100_000}`,
    version: 'a-1.7.0',
    netPassword: '',
    netUser: '',
    lastUpdateData: '19900101000000',
    additionalData: null,
  }
  const response = await fetch(`${app}/api/${group}/process/${service}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: JSON.stringify({ requestHeader, ...fields }),
  })
  const answer = await response.json()
  const { responseCode, responseDescription } = answer.responseHeader
  if (!responseCodes.has(service) || responseCodes.get(service) !== '00')
    responseCodes.set(service, responseCode)
  if (responseCode !== '00')
    process.stdout.write(`  ${service}: ${responseCode} ${responseDescription}\n`)
  return answer
}

// RFC 6238: the operators of the demo data sign in with a second factor.
function totp(secret) {
  const bits = Array.from(secret)
    .map((letter) => pad('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2), 5))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  return pad((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1_000_000, 6)
}
async function login(name, password = 'demo-surtidor', more = {}) {
  const { user } = await call('user', 'login', '', { user: name, password, link: '', ...more })
  return user?.userSessionToken ?? ''
}
/** The code of the newest email to an address, from the development mailbox. */
async function emailedCode(email) {
  for (let tries = 0; tries < 50; tries++) {
    const list = await (await fetch(`${app}/mailbox`)).text()
    const item = list.split('<li>').find((one) => one.includes(email)) ?? ''
    const address = /href="([^"]+)"/.exec(item)?.[1]
    const message = address ? await (await fetch(`${app}${address}`)).text() : ''
    const code = /\b([0-9A-HJKMNP-TV-Z]{4}[ -]?[0-9A-HJKMNP-TV-Z]{4})\b/.exec(
      message.replaceAll(/<[^>]*>/g, ' '),
    )?.[1]
    if (code) return code.replaceAll(/[ -]/g, '')
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error(`no email with a code for ${email}`)
}
const range = {
  dateFrom: stamp(new Date(Date.now() - 90 * 86_400_000)).replace(/.{6}$/, '000000'),
  dateTo: stamp(new Date()).replace(/.{6}$/, '235959'),
}
const secret = 'SURTIDORDEMOSEGUNDOFACTORDEMOUYU'

// Registration, passwords, profile
const email = `gala.${Date.now()}@example.com`
const digits = String(Date.now()).slice(-7)
const check =
  (10 -
    (Array.from(digits).reduce(
      (sum, digit, place) => sum + Number(digit) * [2, 9, 8, 7, 6, 3, 4][place],
      0,
    ) %
      10)) %
  10
const draft = {
  email,
  firstName: 'Gala',
  firstSurname: 'Ferreira',
  documentNumber: `${digits}${check}`,
  birthdate: '19900314',
  sex: 'F',
  mobile: '099 123 456',
  address: 'Rivera 2345, Montevideo, Uruguay',
}
await call('user', 'addUser', '', { user: draft, password: 'una frase que recuerdo', link: '' })
await call('user', 'confirmAddUser', '', { user: email, code: await emailedCode(email), link: '' })
const gala = await login(email, 'una frase que recuerdo')
await call('user', 'updateUser', gala, { user: { ...draft, firstName: 'Galatea' } })
await call('user', 'updatePassword', gala, { user: email, password: 'otra frase que recuerdo' })
await call('user', 'resetPassword', '', { user: email, link: '' })
await call('user', 'confirmResetPassword', '', {
  user: email,
  password: 'la tercera frase es mía',
  code: await emailedCode(email),
  link: '',
})
const driver = await login(email, 'la tercera frase es mía')
await call('user', 'userData', driver, {})
await call('user', 'roles', driver, {})
await call('user', 'contact', driver, {
  text: 'Hola desde afuera.',
  title: 'Hola',
  type: 'comment',
  branchCode: '',
})

// Joining a programme: the sponsor, then the network
const request = {
  programme: 'uber',
  vehicle: { mark: 'fiat', plate: 'SBA 1234', fuel: 'super' },
  clientRUT: '',
  clientCardNumber: '',
}
const { reference } = await call('loyalty', 'membershipRequest', driver, { request })
const carla = await login('carla@demo.surtidor.uy', 'demo-surtidor', { secondFactor: totp(secret) })
await call('loyalty', 'membershipRequestList', carla, { reference, state: 'PENDING' })
await call('loyalty', 'validateMembershipRequest', carla, {
  reference,
  authorized: true,
  observations: '',
  additionalData: null,
})
const diego = await login('diego@demo.surtidor.uy', 'demo-surtidor', { secondFactor: totp(secret) })
await call('loyalty', 'validateMembershipRequest', diego, {
  reference,
  authorized: true,
  observations: '',
  additionalData: null,
})
const { loyalties } = await call('loyalty', 'loyalties', driver, {})
const loyaltyCode = loyalties?.[0]?.loyaltyCode ?? ''
await call('loyalty', 'activeMembershipList', driver, { loyaltyCode })
await call('loyalty', 'updateMembershipData', driver, {
  accountBank: 'Brou',
  accountBankType: 'CA',
  accountBankNumber: '001234567',
  accountBankBranch: '',
  accountName: '',
})
await call('loyalty', 'removeMembership', driver, {
  loyaltyCode,
  clientId: '',
  vehicleId: '',
  observations: 'Prueba',
})

// Ana's own data, and the payment of one of her debts at the gateway
const ana = await login('ana@demo.surtidor.uy')
const anaLoyaltyCode = (await call('loyalty', 'loyalties', ana, {})).loyalties[0].loyaltyCode
const { notifications } = await call('user', 'notifications', ana, { count: 10 })
await call('user', 'readNotification', ana, { notificationId: notifications[0].id })
await call('user', 'markNotification', ana, {
  notificationId: notifications[0].id,
  option: 'unread',
})
await call('financial', 'movements', ana, {
  loyaltyCode: anaLoyaltyCode,
  ...range,
  branchCode: '',
  clientRUT: '',
})
await call('financial', 'accountStatus', ana, {
  loyaltyCode: anaLoyaltyCode,
  ...range,
  branchCode: '',
  clientRUT: '',
})
await call('info', 'branches', ana, {})
const { debts, geopay } = await call('payments', 'getDebts', ana, { type: '2' })
const debtData = debts.find(
  (debt) => debt.state === 'PENDING' && debt.currency === '858' && debt.amount !== 5151,
)
const { accessToken } = await call('payments', 'getGEOPayAccessToken', ana, {
  geopayNetId: geopay.netId,
  geopayMerchantId: geopay.merchantId,
  debtData,
})
const paid = await fetch(`${sandbox}/sandbox/pay`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ token: accessToken, card: '9999010000010002' }),
})
const { data } = await paid.json()
const processed = await call('payments', 'processGEOPayResponse', ana, { geopayResponse: data })
await call('payments', 'getPayments', ana, { accessToken, ...range })
await call('user', 'logout', ana, {})

const SPECIFICATION = {
  user: [
    'login',
    'logout',
    'addUser',
    'confirmAddUser',
    'updateUser',
    'updatePassword',
    'resetPassword',
    'confirmResetPassword',
    'userData',
    'roles',
    'notifications',
    'readNotification',
    'markNotification',
    'contact',
  ],
  financial: ['movements', 'accountStatus'],
  info: ['branches'],
  loyalty: [
    'loyalties',
    'membershipRequest',
    'membershipRequestList',
    'removeMembership',
    'updateMembershipData',
    'validateMembershipRequest',
    'activeMembershipList',
  ],
  payments: ['getDebts', 'getGEOPayAccessToken', 'processGEOPayResponse', 'getPayments'],
}
let succeeded = processed.payment?.state === 'PAID'
for (const [group, names] of Object.entries(SPECIFICATION))
  for (const name of names) {
    const code = responseCodes.get(name) ?? 'not called'
    succeeded &&= code === '00'
    process.stdout.write(`${code === '00' ? '✓' : '✗'} ${group}/process/${name} ${code}\n`)
  }
process.exit(succeeded ? 0 : 1)
