import { DEBT_STATES } from '#contract/console/debtKind.ts'
import { ATTEMPT_STATES } from '#contract/console/paymentKind.ts'
import { toDate, toStamp } from '#contract/dates.ts'
import { debtByReference, debtHistory, debtsLike, type ListedDebt } from '#db/console/debts.ts'
import { paymentRequestsNamed } from '#db/console/paymentRequests.ts'
import { proposalsWaiting } from '#db/console/waiting.ts'
import { consoleKind } from '#server/console/consoleKind.ts'
import { DEBT_GONE, DEBT_WAITS, debtActions } from '#server/console/debtActions.ts'
import { historyOf } from '#server/console/history.ts'
import { documentOf } from '#server/console/kinds/saleKind.ts'
import { maskedEmail, maskedName } from '#server/console/maskedText.ts'
import { decidableBy } from '#server/console/proposalActions.ts'
import { badge, copied, group, link, table, uncut } from '#server/console/shownValues.ts'

const MAX_HITS = 10

const badgeOf = ({ state }: ListedDebt) => badge(DEBT_STATES, state)
const amountOf = ({ amount, currency }: ListedDebt) => ({ cents: amount, currency })
const dueOf = ({ dueDate }: ListedDebt) => ({ day: dueDate.replaceAll('-', '') })

/** What drivers owe, each with the attempts to pay it. */
export const debtKind = consoleKind('debt', {
  cursorId: /^[\da-f]{32}$/,

  hasAmounts: true,
  sorted: 'Emitida',
  list: (db, { driver: personId, ...filter }, page, viewer) =>
    debtsLike(db, viewer, { ...filter, ...(personId && { personId }) }, page),
  rowAt: ({ reference: id, at, place }) => ({ id, at, place }),
  columns: {
    Concepto: ['title', ({ concept }) => concept],
    Importe: ['note', amountOf],
    Conductor: ['detail', maskedName],
    Estación: ['detail', ({ merchantName }) => merchantName],
    Vence: ['detail', dueOf],
    Emitida: ({ at }) => ({ day: toDate(at) }),
    Referencia: ({ reference }) => uncut(reference),
    Estado: ['below', badgeOf],
  },

  read: (db, id, viewer) => debtByReference(db, viewer, id),

  async page(db, debt, { shown }) {
    const { reference, personId, currency, branchCode, merchantName, requestId } = debt
    const cents = (value: number) => ({ cents: value, currency })
    const { attempts, sale, notifications } = await debtHistory(db, debt)
    return {
      title: debt.concept,
      badges: [
        badgeOf(debt),
        ...(debt.waiting
          ? [{ text: 'Su anulación espera a otra persona', tone: 'brand' as const }]
          : []),
      ],
      masked: !shown,
      ownerId: personId,
      groups: [
        group('', {
          Referencia: copied(reference),
          Importe: amountOf(debt),
          'Gravado, sin IVA': cents(debt.taxedAmount),
          IVA: cents(debt.taxAmount),
          Emitida: debt.at,
          Vence: dueOf(debt),
          Cuotas: debt.installments,
          Estación: branchCode
            ? link('station', branchCode, merchantName || branchCode)
            : merchantName,
          Comprobante: copied(debt.invoiceNumber),
          Afiliación: copied(debt.loyaltyCode),
          'Puntos que da': debt.points > 0 ? debt.points : undefined,
          'De la venta a cuenta':
            sale && link('sale', sale, documentOf({ identity: sale, ticket: debt.invoiceNumber })),
          'Pedida por una caja': requestId ? 'Sí: termina con lo que pidió la caja' : undefined,
        }),
        group('Conductor', {
          Nombre: link(
            'driver',
            personId,
            shown ? `${debt.firstName} ${debt.firstSurname}` : maskedName(debt),
          ),
          Correo: shown ? copied(debt.email) : maskedEmail(debt.email),
        }),
      ],
      tables: [
        table('Intentos de pago', 'Nadie la intentó pagar.', attempts, {
          Cuándo: ({ id, createdAt }) => ({
            stamp: toStamp(createdAt),
            link: { kind: 'payment', id },
          }),
          Importe: ({ amount }) => cents(amount),
          Tarjeta: ({ maskedCard }) => maskedCard,
          Estado: ({ state }) => badge(ATTEMPT_STATES, state),
        }),
      ],
      timeline: await historyOf(db, { kind: 'debt', id: reference }, [
        { at: debt.at, title: 'Se emitió' },
        ...notifications.map(({ at, title }) => ({
          at,
          title: 'Notificación al conductor',
          detail: title,
        })),
      ]),
    }
  },
  states: DEBT_STATES,
  stateOf: ({ state }) => state,
  when({ requestId, personId, waiting }, viewer) {
    const isOther = personId !== viewer.personId
    return {
      void: isOther && requestId === null && !waiting,
      ...(isOther && waiting ? decidableBy(waiting, viewer) : { decide: false, withdraw: false }),
    }
  },
  waiting: { title: 'Anulaciones de deudas para decidir', count: proposalsWaiting('debtVoid') },
  gone: ({ waiting }) => (waiting ? DEBT_WAITS : DEBT_GONE),

  async find(db, { text }, viewer) {
    if (!/^[\w./-]{3,64}$/.test(text)) return []
    const [named, requestIds] = await Promise.all([
      debtsLike(db, viewer, { reference: text }, { count: 1 }).read(),
      paymentRequestsNamed(db, text),
    ])
    if (named.length > 0 || requestIds.length === 0) return named
    return await debtsLike(db, viewer, { requestIds }, { count: MAX_HITS }).read()
  },

  actions: debtActions,
})
