import { CREDIT_CARD, DEBIT_CARD, type DebtDraft, type Outcome } from '#db/demo/demoDebts.ts'

/** A closed debt of Ana's with its attempts, oldest first. */
interface ApprovedPayment {
  bill: DebtDraft
  /** VOIDED: the station cancelled the debt together with the charge. */
  state: 'PAID' | 'VOIDED'
  tries: readonly Outcome[]
}

const byDebit = { debit: true, maskedCard: DEBIT_CARD }
const byCredit = { debit: false, maskedCard: CREDIT_CARD }

/** Ana's payments of the last year: one of every final state. */
export const ANA_PAYMENTS: readonly ApprovedPayment[] = [
  {
    bill: {
      concept: 'Cuenta de gasoil de la quincena',
      merchantName: 'Estación Ombú',
      amount: 251_800,
      taxed: true,
      indi: 6,
      points: 106,
      daysAgo: 24,
      dueIn: -9,
    },
    state: 'PAID',
    tries: [{ state: 'PAID', daysAgo: 18, hour: 21, ...byDebit }],
  },
  {
    bill: {
      concept: '31 litros de Super en la frontera',
      merchantName: 'Estación Macachín',
      amount: 238_328,
      taxed: false,
      indi: 2,
      points: 93,
      daysAgo: 33,
      dueIn: -18,
    },
    state: 'PAID',
    tries: [{ state: 'PAID', daysAgo: 31, hour: 13, ...byCredit }],
  },
  {
    bill: {
      concept: 'Cubierta y alineación',
      merchantName: 'Estación Hornero',
      amount: 612_000,
      taxed: true,
      indi: 0,
      installments: 3,
      points: 180,
      daysAgo: 52,
      dueIn: -40,
    },
    state: 'PAID',
    tries: [
      {
        state: 'REJECTED',
        daysAgo: 50,
        hour: 19,
        ...byDebit,
        reason: 'La tarjeta no tiene fondos suficientes.',
      },
      { state: 'PAID', daysAgo: 49, hour: 9, ...byCredit },
    ],
  },
  {
    bill: {
      concept: 'Almuerzo en el parador',
      merchantName: 'Estación Guayabo',
      amount: 88_400,
      taxed: true,
      indi: 1,
      points: 32,
      daysAgo: 61,
      dueIn: -45,
    },
    state: 'PAID',
    tries: [{ state: 'PAID', daysAgo: 60, hour: 14, ...byCredit }],
  },
  {
    bill: {
      concept: 'Lavado con encerado',
      merchantName: 'Estación Churrinche',
      amount: 118_000,
      taxed: true,
      indi: 6,
      points: 55,
      daysAgo: 41,
      dueIn: -26,
    },
    state: 'VOIDED',
    tries: [{ state: 'VOIDED', daysAgo: 40, hour: 18, ...byDebit }],
  },
  {
    bill: {
      concept: 'Batería de 60 amperios',
      merchantName: 'Estación Tero',
      amount: 489_000,
      taxed: true,
      indi: 6,
      points: 144,
      daysAgo: 78,
      dueIn: -63,
    },
    state: 'VOIDED',
    tries: [{ state: 'REFUNDED', daysAgo: 76, hour: 11, ...byDebit }],
  },
  {
    bill: {
      concept: 'Cuenta de gasoil del mes',
      merchantName: 'Estación Ombú',
      amount: 305_600,
      taxed: true,
      indi: 6,
      points: 128,
      daysAgo: 131,
      dueIn: -116,
    },
    state: 'PAID',
    tries: [{ state: 'PAID', daysAgo: 125, hour: 20, ...byDebit }],
  },
  {
    bill: {
      concept: 'Lubricantes para la empresa, con RUT',
      merchantName: 'Estación Coronilla',
      amount: 398_500,
      taxed: true,
      indi: 0,
      finalConsumer: false,
      points: 117,
      daysAgo: 204,
      dueIn: -189,
    },
    state: 'PAID',
    tries: [{ state: 'PAID', daysAgo: 199, hour: 16, ...byCredit }],
  },
]
