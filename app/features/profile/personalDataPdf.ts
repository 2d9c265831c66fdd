import type { PdfContent } from '#app/features/export/pdfDocument.ts'
import { type PdfColumn, pdfTable } from '#app/features/export/pdfTable.ts'
import type { AnswerOf } from '#contract/call.ts'
import { shortDate, toStamp } from '#contract/dates.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import type { exportData } from '#contract/user/exportData.ts'
import { dateAndTime } from '#kit/format/dates.ts'
import { litres, money, points } from '#kit/format/numbers.ts'
import { documentText, mobileText } from '#kit/format/person.ts'
import { bankName } from '#shared/account/bankName.ts'

type Data = AnswerOf<typeof exportData>['data']

const instant = (at: string | null) => (at === null ? '' : dateAndTime(toStamp(new Date(at))))
const cents = ({ amount, currency }: { amount: number; currency: string }) =>
  money(amount, currency === '840' ? '840' : '858')
/** The name of a code; an older server gives none. */
const named =
  <Row extends { names?: Record<string, string> | undefined }>(field: keyof Row & string) =>
  (row: Row): string =>
    row.names?.[field] ?? String(row[field])
const yesOrNo = (value: boolean) => (value ? 'Sí' : 'No')
const message = ({ title, text }: { title: string; text: string }) => `${title}. ${text}`
const bankAccount = ({ accountBank, accountBankNumber }: Accounts[string]) =>
  [bankName(accountBank), accountBankNumber].filter(Boolean).join(' ')

const table = <Of extends keyof Data>(
  data: Data,
  of: Of,
  title: string,
  columns: readonly PdfColumn<Data[Of][number]>[],
) => pdfTable(title, columns, data[of] as Data[Of][number][], { empty: 'No hay nada guardado.' })

/**
 * The stored data of a person as a PDF to read. The JSON has every field.
 * @param exportedAt `yyyyMMddHHmmss`
 */
export const personalDataPdf = (exportedAt: string, data: Data): PdfContent => ({
  title: 'Mis datos',
  subtitle: `al ${shortDate(exportedAt)}`,
  facts: data.perfil.flatMap((one) => [
    { name: 'Nombre', value: `${one.firstName} ${one.firstSurname}` },
    { name: 'Cédula', value: documentText(one.documentNumber) },
    { name: 'Nacimiento', value: shortDate(one.birthdate.replaceAll('-', '')) },
    { name: 'Sexo', value: one.names?.['sex'] ?? one.sex },
    { name: 'Correo', value: one.email },
    { name: 'Celular', value: mobileText(one.mobile) },
    { name: 'Dirección', value: one.address },
    { name: 'Cuenta desde', value: instant(one.createdAt) },
  ]),
  totals: [],
  tables: [
    table(data, 'afiliaciones', 'Afiliaciones', [
      ['Código', ({ code }) => code],
      ['Programa', named('programme')],
      ['Desde', ({ since }) => instant(since)],
      ['Hasta', ({ endedAt }) => instant(endedAt)],
      ['RUT', ({ clientRUT }) => clientRUT],
      ['Tarjeta', ({ clientCardNumber }) => clientCardNumber],
      ['Cuenta bancaria', bankAccount, 'wide'],
    ]),
    table(data, 'vehiculos', 'Vehículos', [
      ['Matrícula', ({ plate }) => plate],
      ['Marca', named('mark')],
      ['Combustible', named('fuel')],
      ['Afiliación', ({ loyaltyCode }) => loyaltyCode, 'wide'],
    ]),
    table(data, 'empresas', 'Invitaciones de empresas', [
      ['Fecha', ({ invitedAt }) => instant(invitedAt)],
      ['Para', ({ email }) => email, 'wide'],
      ['Aceptada', ({ acceptedAt }) => instant(acceptedAt)],
      ['Terminada', ({ endedAt }) => instant(endedAt)],
    ]),
    table(data, 'solicitudes', 'Solicitudes de afiliación', [
      ['Fecha', ({ at }) => instant(at)],
      ['Referencia', ({ reference }) => reference],
      ['Programa', named('programme')],
      ['Estado', named('state'), 'wide'],
    ]),
    table(data, 'consumos', 'Consumos', [
      ['Fecha', ({ at }) => instant(at)],
      ['Estación', named('branchCode')],
      ['Producto', named('product'), 'wide'],
      ['Litros', ({ millilitres }) => litres(millilitres), 'figure'],
      ['Importe', cents, 'figure'],
      ['Puntos', (one) => points(one.points), 'figure'],
    ]),
    table(data, 'puntos', 'Puntos', [
      ['Fecha', ({ at }) => instant(at)],
      ['Concepto', ({ concept }) => concept, 'wide'],
      ['Puntos', (one) => points(one.points), 'figure'],
      ['Saldo', ({ balance }) => points(balance ?? 0), 'figure'],
    ]),
    table(data, 'deudas', 'Deudas', [
      ['Fecha', ({ at }) => instant(at)],
      ['Concepto', ({ concept }) => concept, 'wide'],
      ['Estación', ({ merchantName }) => merchantName],
      ['Importe', cents, 'figure'],
    ]),
    table(data, 'pagos', 'Pagos con tarjeta', [
      ['Fecha', ({ chargedAt, createdAt }) => instant(chargedAt ?? createdAt)],
      ['Deuda', ({ debtReference }) => debtReference],
      ['Tarjeta', ({ maskedCard }) => maskedCard, 'wide'],
      ['Estado', named('state')],
      ['Importe', cents, 'figure'],
    ]),
    table(data, 'notificaciones', 'Notificaciones', [
      ['Fecha', ({ at }) => instant(at)],
      ['Aviso', message, 'wide'],
    ]),
    table(data, 'mensajes', 'Mensajes a la red', [
      ['Fecha', ({ at }) => instant(at)],
      ['Mensaje', message, 'wide'],
    ]),
    table(data, 'canjes', 'Puntos que canjeaste', [
      ['Fecha', ({ createdAt }) => instant(createdAt)],
      ['Canje', ({ title }) => title, 'wide'],
      ['Puntos', (one) => points(one.points), 'figure'],
    ]),
    table(data, 'reclamos', 'Compras que reclamaste', [
      ['Fecha', ({ at }) => instant(at)],
      ['Comprobante', (one) => cfeText(one), 'wide'],
      ['Del', ({ date }) => shortDate(date)],
      ['Importe', ({ amount }) => money(amount, '858'), 'figure'],
    ]),
    table(data, 'libretaDelAuto', 'Lo que anotaste de tus autos', [
      ['Fecha', ({ at }) => instant(at)],
      ['Qué', named('kind')],
      ['Matrícula', ({ plate }) => plate],
      ['Kilómetros', ({ odometer }) => (odometer === null ? '' : points(odometer)), 'figure'],
      ['Nota', ({ place, note }) => [place, note].filter(Boolean).join(': '), 'wide'],
      ['Importe', ({ amount }) => (amount > 0 ? money(amount, '858') : ''), 'figure'],
    ]),
    table(data, 'recordatoriosDelAuto', 'Recordatorios de tus autos', [
      ['Qué', named('kind')],
      ['Matrícula', ({ plate }) => plate],
      ['Fecha', ({ dueDate }) => (dueDate === null ? '' : shortDate(dueDate.replaceAll('-', '')))],
      ['Kilómetros', ({ dueOdometer: km }) => (km === null ? '' : points(km)), 'figure'],
      ['Nota', ({ note }) => note, 'wide'],
    ]),
    table(data, 'correos', 'Correos que te mandamos', [
      ['Fecha', ({ at }) => instant(at)],
      ['Asunto', ({ subject }) => subject, 'wide'],
      ['Para', ({ recipient }) => recipient],
    ]),
    table(data, 'cambiosDeCorreo', 'Cambios de correo', [
      ['Fecha', ({ createdAt }) => instant(createdAt)],
      ['Del correo', ({ oldEmail }) => oldEmail],
      ['Al correo', ({ newEmail }) => newEmail, 'wide'],
      ['Confirmado', ({ confirmedAt }) => instant(confirmedAt)],
    ]),
    table(data, 'cambiosDeCuentaBancaria', 'Cambios de cuenta bancaria', [
      ['Fecha', ({ createdAt }) => instant(createdAt)],
      ['Cuenta de antes', ({ earlier }) => accountsText(earlier), 'wide'],
      ['Deshecho', ({ endedAt }) => instant(endedAt)],
    ]),
    table(data, 'sesiones', 'Sesiones', [
      ['Abierta', ({ createdAt }) => instant(createdAt)],
      ['Último uso', ({ seenAt }) => instant(seenAt)],
      ['Dispositivo', ({ device }) => device, 'wide'],
      ['Cerrada', ({ revokedAt }) => instant(revokedAt)],
    ]),
    table(data, 'vistasDeTusDatos', 'Quién miró tus datos', [
      ['Fecha', ({ at }) => instant(at)],
      ['Quién', () => 'El equipo de Surtidor', 'wide'],
    ]),
    table(data, 'preferencias', 'Notificaciones que elegiste', [
      ['Tipo', named('type')],
      ['En la app', ({ app }) => yesOrNo(app)],
      ['Por correo', ({ email }) => yesOrNo(email)],
      ['En el dispositivo', ({ push }) => yesOrNo(push), 'wide'],
    ]),
    table(data, 'dispositivosConAvisos', 'Dispositivos que reciben avisos', [
      ['Desde', ({ registeredAt }) => instant(registeredAt)],
      ['Plataforma', named('platform')],
      ['Con detalle', ({ detail }) => yesOrNo(detail), 'wide'],
    ]),
  ],
  createdAt: dateAndTime(exportedAt),
})

type Accounts = Data['cambiosDeCuentaBancaria'][number]['earlier']
/** The different accounts before a change, which are stored by loyalty. */
const accountsText = (earlier: Accounts) =>
  [...new Set(Object.values(earlier).map(bankAccount))].filter(Boolean).join(', ')
