import type { RequestOf } from '#contract/call.ts'
import type { CallName, calls } from '#contract/calls.ts'

const PERIOD = { dateFrom: '20260609000000', dateTo: '20260907235959' }
const BANK_ACCOUNT = {
  accountBank: 'Brou',
  accountBankType: 'CA',
  accountBankNumber: '001234567-00001',
  accountBankBranch: '',
  accountName: '',
} as const
const ASSERTION = {
  id: 'rQ2mV8xKp0sTtY1uZc5dE7fGhJ4kLnBwA9iOoXvCeM0',
  rawId: 'rQ2mV8xKp0sTtY1uZc5dE7fGhJ4kLnBwA9iOoXvCeM0',
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAAAg',
    signature: 'MEUCIQDx0s0kqS9l1yW2vN4hZ7rB3tJmKc8pQeUo5aGfLiYwXQIgTnC',
    userHandle: 'XQyl4AAAgACAAAAAAAAAAQ',
  },
} as const

type Requests = { [Name in CallName]: RequestOf<(typeof calls)[Name]> }
type WithFields = { [Name in CallName]: {} extends Requests[Name] ? never : Name }[CallName]

/**
 * An example request of each call with fields, for the page of integrators. Its dates are those of the demo data
 * at the fixed date of the tests; `shiftExampleDates` moves them to today.
 */
export const examples: Pick<Requests, WithFields> & Partial<Requests> = {
  login: { user: 'ana@demo.surtidor.uy', password: 'demo-surtidor', link: '' },
  notifications: { count: 10, type: '5' },
  movements: { loyaltyCode: '60000001', ...PERIOD, branchCode: '', clientRUT: '' },
  accountStatus: { loyaltyCode: '60000001', ...PERIOD, branchCode: '', clientRUT: '' },
  membershipRequest: {
    request: {
      programme: 'uber',
      vehicle: { mark: 'fiat', plate: 'SBA1234', fuel: 'super' },
      clientRUT: '',
      clientCardNumber: '',
      ...BANK_ACCOUNT,
    },
  },
  membershipRequestList: { reference: '', state: 'PENDING' },
  validateMembershipRequest: {
    reference: 'SOL-7KD2MVX9Q4HT',
    authorized: true,
    observations: '',
    additionalData: null,
  },
  removeMembership: { loyaltyCode: '60000001', clientId: '', vehicleId: '', observations: '' },
  updateMembershipData: BANK_ACCOUNT,
  activeMembershipList: { loyaltyCode: '60000001', clientRUT: '', clientCardNumber: '' },
  spendingCode: { loyaltyCode: '60000001', limit: 500 },
  rewards: { loyaltyCode: '60000001' },
  takeReward: { loyaltyCode: '60000001', reward: 'cafe' },
  returnVoucher: { voucherId: 'the id of one of vouchers' },
  getDebts: { type: '2' },
  getGEOPayAccessToken: {
    geopayNetId: 'SURTIDOR',
    geopayMerchantId: '900001',
    debtData: { reference: 'the one of a debt of getDebts' },
  },
  processGEOPayResponse: {
    geopayResponse: 'the field data that the browser brought from the gateway',
  },
  getPayments: { accessToken: '', ...PERIOD },
  addUser: {
    user: {
      email: 'gala@example.com',
      firstName: 'Gala',
      firstSurname: 'Ferreira',
      documentNumber: '1.234.567-2',
      birthdate: '19900314',
      sex: 'F',
      mobile: '099 123 456',
      address: 'Rivera 2345, Montevideo, Uruguay',
    },
    password: 'una frase que recuerdo',
    link: '',
    consent: true,
  },
  confirmAddUser: { user: 'gala@example.com', code: 'the one of the email', link: '' },
  updatePassword: {
    user: 'ana@demo.surtidor.uy',
    password: 'otra frase que recuerdo',
    currentPassword: 'demo-surtidor',
  },
  resetPassword: { user: 'ana@demo.surtidor.uy', link: '' },
  confirmResetPassword: {
    user: 'ana@demo.surtidor.uy',
    password: 'otra frase que recuerdo',
    code: 'the one of the email',
    link: '',
  },
  updateUser: { user: { firstName: 'Ana', mobile: '099 765 432' } },
  readNotification: { notificationId: 'the id of one of notifications' },
  markNotification: { notificationId: 'the id of one of notifications', option: 'unread' },
  contact: {
    text: 'El surtidor 3 no imprime el ticket.',
    title: 'Ticket',
    type: 'complaint',
    branchCode: '',
  },
  enrolSecondFactor: { password: 'demo-surtidor', secondFactor: '', enrolmentCode: '' },
  confirmSecondFactor: { code: '123456' },
  mailReceipt: { kind: 'movement', reference: '000000010177' },
  deleteAccount: { password: 'demo-surtidor' },
  home: {},
  sentMessages: { count: 50 },
  messagePicture: { messageId: 'the picture of the page of a message' },
  claimPurchase: {
    loyaltyCode: '60000001',
    qr: 'https://www.efactura.dgi.gub.uy/consultaQR/cfe?211234560019,101,A,10178,2306.40,20260906,nh28472Ha%2FIdlJGEd%3D',
    receipt: null,
  },
  purchaseClaims: { count: 50 },
  objects: { kind: 'payment', filters: { state: 'PAID' }, count: 50 },
  object: { kind: 'payment', objectId: 'the id of one of objects', shown: false },
  search: { text: '4242 6/9' },
  actOnObject: {
    kind: 'payment',
    objectId: 'the id of one of objects',
    action: 'note',
    fields: { text: 'Llamó por este pago: va a mandar el comprobante.' },
  },
  endSession: { sessionId: '' },
  requestEmailChange: { email: 'ana.nueva@example.com', password: 'demo-surtidor' },
  confirmEmailChange: { oldCode: '7KD2-MVX9', newCode: 'Q4HT-2B6C' },
  setNotificationPreference: { type: 3, channel: 'app', enabled: false },
  addVehicle: {
    loyaltyCode: '60000001',
    vehicle: { mark: 'Great Wall', plate: 'SBC4321', fuel: 'gasoil' },
  },
  registerPush: {
    device: {
      platform: 'web',
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABexample',
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    detail: false,
  },
  registerPasskeyOptions: { password: 'demo-surtidor', enrolmentCode: '' },
  registerPasskey: {
    credential: {
      id: 'rQ2mV8xKp0sTtY1uZc5dE7fGhJ4kLnBwA9iOoXvCeM0',
      rawId: 'rQ2mV8xKp0sTtY1uZc5dE7fGhJ4kLnBwA9iOoXvCeM0',
      type: 'public-key',
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
        attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVi4',
        transports: ['internal', 'hybrid'],
      },
    },
  },
  loginPasskey: { credential: ASSERTION },
  secondFactorPasskey: { credential: ASSERTION },
  renamePasskey: { passkeyId: 'b1e7c3a2-5f0d-8c64-9b7e-2a90d4f6138c', name: 'Teléfono' },
  removePasskey: { passkeyId: 'b1e7c3a2-5f0d-8c64-9b7e-2a90d4f6138c' },
  enrolTerminal: {
    enrolmentCode: '7KD2MVX9Q4HT2B6C',
    publicKey: 'eh4dx7kqUoXYZzO0s9ymeCy3CfTtBj0l5i6aTy8kcT4=',
  },
  reportSales: {
    items: [
      {
        kind: 'sale',
        cfe: {
          rut: '211234560019',
          type: 101,
          series: 'A',
          number: 10177,
          securityCode: 'x7Kd2M',
        },
        ticket: '10177',
        shift: '2026-09-06-2',
        attendant: '7',
        datetime: '2026-09-06T18:40:12-03:00',
        lines: [{ product: 'super', millilitres: 30_000, unitPrice: 7688, amount: 230_640 }],
        currency: '858',
        payments: [{ means: 'debit', amount: 230_640, rrn: '632518402233', lastFour: '4242' }],
        loyaltyCode: '60000001',
        cardNumber: '',
        plate: 'SAB1234',
      },
      {
        kind: 'return',
        sale: { cfe: { rut: '211234560019', type: 101, series: 'A', number: 10177 } },
        cfe: { rut: '211234560019', type: 102, series: 'A', number: 311 },
        ticket: '311',
        shift: '2026-09-06-2',
        attendant: '7',
        datetime: '2026-09-06T18:52:00-03:00',
        lines: [{ line: 1, millilitres: 5000, amount: 38_440 }],
      },
      {
        kind: 'void',
        sale: { date: '2026-09-06', ticket: '10178' },
        shift: '2026-09-06-2',
        attendant: '7',
        datetime: '2026-09-06T18:55:30-03:00',
      },
    ],
  },
  closeShift: {
    shift: '2026-09-06-2',
    scope: 'terminal',
    sales: 1,
    voids: 1,
    returns: 1,
    amounts: [{ currency: '858', amount: 230_640 }],
    quantities: [{ product: 'super', millilitres: 30_000 }],
  },
  requestPayment: {
    reference: 'C1-0907-0042',
    ticket: '10182',
    lines: [{ product: 'super', millilitres: 20_000, unitPrice: 7688, amount: 153_760 }],
    amount: 153_760,
    currency: '858',
    taxedAmount: 0,
    taxAmount: 0,
    indi: 2,
    finalConsumer: true,
  },
  paymentStatus: { reference: 'C1-0907-0042', known: 'waiting', wait: 0 },
  cancelPayment: { reference: 'C1-0907-0042' },
  voidPayment: { reference: 'C1-0907-0042', reason: 'Surtidor equivocado' },
  memberStatus: { loyaltyCode: '60000001', cardNumber: '', plate: '' },
  reserveRedemption: {
    reference: 'C-000411',
    spendingCode: 'S60000001C482913L500',
    points: 200,
    reward: '',
    ticket: '10180',
  },
  captureRedemption: { reference: 'C-000411', ticket: '10180' },
  releaseRedemption: { reference: 'C-000412' },
  reverseRedemption: { reference: 'C-000411', reason: 'Se anuló la venta.' },
  captureVoucher: { reference: 'C-000413', voucher: '7KD2MVX9Q4HT2B6C', ticket: '10181' },
  rotateTerminalKey: { publicKey: 'm0Yk3c8m3cS1yq6n2o9V1hTqk7bRk4D5JvX0wq1uQ2s=' },
}
