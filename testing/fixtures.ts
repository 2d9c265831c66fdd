import type { Branch } from '#contract/entities/branch.ts'
import type { Debt } from '#contract/entities/debt.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import type { Movement, StatementLine } from '#contract/entities/movement.ts'
import type { Notification } from '#contract/entities/notification.ts'
import type { Payment } from '#contract/entities/payment.ts'

/*
 * Complete entities for the tests of screens, with values as in the demo data. A test passes the
 * fields that it is about.
 */

export const aLoyalty = (fields: Partial<Loyalty> = {}): Loyalty => ({
  loyaltyCode: 'CLUB',
  programme: 'surtidor',
  programmeName: 'Surtidor Club',
  holder: 'Ana Pereira',
  points: 3862,
  since: '20250218000000',
  clientRUT: '',
  clientCardNumber: '',
  vehicles: [],
  accountBank: '',
  accountBankType: '',
  accountBankNumber: '',
  accountBankBranch: '',
  accountName: '',
  ...fields,
})

export const aMovement = (fields: Partial<Movement> = {}): Movement => ({
  rrn: '000000010177',
  datetime: '20261118082318',
  kind: 'MOVEMENTS',
  branchCode: 'E001',
  branchName: 'Estación Ombú',
  product: 'super',
  millilitres: 37_914,
  currency: '858',
  amount: 288_569,
  discount: 2914,
  points: 111,
  plate: 'SAB1234',
  ...fields,
})

export const aStatementRow = (fields: Partial<StatementLine> = {}): StatementLine => ({
  datetime: '20261118082318',
  concept: 'Super en Estación Ombú',
  points: 111,
  balance: 3862,
  rrn: '000000010177',
  ...fields,
})

export const aDebt = (fields: Partial<Debt> = {}): Debt => ({
  reference: 'D-1',
  currency: '858',
  amount: 123_450,
  taxedAmount: 101_189,
  taxAmount: 22_261,
  tipAmount: 0,
  installments: 1,
  indi: 6,
  finalConsumer: true,
  concept: 'Compras en el minimercado',
  merchantName: 'Estación Ceibo',
  datetime: '20261116101500',
  dueDate: '20261201',
  state: 'PENDING',
  points: 48,
  ...fields,
})

/** The payment of `aDebt` by debit card. Only a PAID one has law, refund, authorisation code and points. */
export const aPayment = (fields: Partial<Payment> = {}): Payment => ({
  reference: 'D-1',
  datetime: '20261119142233',
  state: 'PAID',
  merchantName: 'Estación Ceibo',
  concept: 'Compras en el minimercado',
  mode: 'Card',
  maskedCard: 'Débito de prueba ····0002',
  currency: '858',
  amount: 123_450,
  taxedAmount: 101_189,
  tipAmount: 0,
  installments: 1,
  reason: '',
  ...((fields.state ?? 'PAID') === 'PAID'
    ? { law: '19.210', refund: 2_023, authorizationCode: '824992', points: 48 }
    : { law: '0', refund: 0, authorizationCode: '', points: 0 }),
  ...fields,
})

export const aNotification = (fields: Partial<Notification> = {}): Notification => ({
  id: 'n-1',
  type: 1,
  datetime: '20261119090000',
  currency: '858',
  amount: 0,
  title: 'Lavado completo con descuento',
  text: 'De lunes a jueves, en las estaciones con lavadero.',
  read: 'false',
  deleted: 'false',
  url: '',
  imageUrl: '',
  html: '',
  ...fields,
})

export const aBranch = (fields: Partial<Branch> = {}): Branch => ({
  code: 'E001',
  name: 'Estación Ombú',
  address: 'Av. Italia 1285 esq. 25 de Agosto, Montevideo',
  department: 'MO',
  latitude: -34.90316,
  longitude: -56.19345,
  openingHours: 'Todos los días de 6:00 a 22:00',
  services: [],
  fuels: [],
  ...fields,
})
