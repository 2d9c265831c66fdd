import type { PdfContent, PdfFact } from '#app/features/export/pdfDocument.ts'
import type { AnswerOf } from '#contract/call.ts'
import { toStamp } from '#contract/dates.ts'
import { REQUEST_STATE_LABELS } from '#contract/entities/membershipRequest.ts'
import { STATE_LABELS } from '#contract/entities/payment.ts'
import { productName } from '#contract/reference/stationServices.ts'
import type { exportData } from '#contract/user/exportData.ts'
import { dateAndTime, shortDate } from '#kit/format/dates.ts'
import { litres, money, points } from '#kit/format/numbers.ts'
import { documentText, mobileText } from '#kit/format/person.ts'

type Data = AnswerOf<typeof exportData>['data']
type Row = Data['perfil'][number]
/** A column: its name, and how it reads a stored row. */
type Column = readonly [name: string, read: (row: Row) => string, kind?: 'figure' | 'wide']

const text =
  (field: string) =>
  (row: Row): string =>
    typeof row[field] === 'string' || typeof row[field] === 'number' ? String(row[field]) : ''
const instant =
  (field: string) =>
  (row: Row): string =>
    typeof row[field] === 'string' ? dateAndTime(toStamp(new Date(row[field]))) : ''
const cents =
  (field: string) =>
  (row: Row): string =>
    money(Number(row[field]), row.currency === '840' ? '840' : '858')
const count =
  (field: string) =>
  (row: Row): string =>
    points(Number(row[field]))
const label =
  (labels: Readonly<Record<string, string>>) =>
  (row: Row): string =>
    labels[String(row.state)] ?? text('state')(row)
const yesOrNo =
  (field: string) =>
  (row: Row): string =>
    row[field] === true ? 'Sí' : 'No'
const bankAccount = (row: Row) => [row.accountBank, row.accountBankNumber].filter(Boolean).join(' ')
/** The accounts before a change, which are stored by loyalty. */
const earlierAccounts = ({ earlier }: Row) => {
  const accounts = Object.values((earlier ?? {}) as Record<string, Row>).map(bankAccount)
  return [...new Set(accounts)].filter(Boolean).join(', ')
}

const TABLES: readonly { of: keyof Data; title: string; columns: readonly Column[] }[] = [
  {
    of: 'afiliaciones',
    title: 'Afiliaciones',
    columns: [
      ['Código', text('code')],
      ['Programa', text('programme')],
      ['Desde', instant('since')],
      ['Hasta', instant('endedAt')],
      ['RUT', text('clientRUT')],
      ['Tarjeta', text('clientCardNumber')],
      ['Cuenta bancaria', bankAccount, 'wide'],
    ],
  },
  {
    of: 'vehiculos',
    title: 'Vehículos',
    columns: [
      ['Matrícula', text('plate')],
      ['Marca', text('mark')],
      ['Combustible', (row) => productName(text('fuel')(row))],
      ['Afiliación', text('loyaltyCode'), 'wide'],
    ],
  },
  {
    of: 'solicitudes',
    title: 'Solicitudes de afiliación',
    columns: [
      ['Fecha', instant('at')],
      ['Referencia', text('reference')],
      ['Programa', text('programme')],
      ['Estado', label(REQUEST_STATE_LABELS), 'wide'],
    ],
  },
  {
    of: 'consumos',
    title: 'Consumos',
    columns: [
      ['Fecha', instant('at')],
      ['Estación', text('branchCode')],
      ['Producto', (row) => productName(text('product')(row)), 'wide'],
      ['Litros', (row) => litres(Number(row.millilitres)), 'figure'],
      ['Importe', cents('amount'), 'figure'],
      ['Puntos', count('points'), 'figure'],
    ],
  },
  {
    of: 'puntos',
    title: 'Puntos',
    columns: [
      ['Fecha', instant('at')],
      ['Concepto', text('concept'), 'wide'],
      ['Puntos', count('points'), 'figure'],
      ['Saldo', count('balance'), 'figure'],
    ],
  },
  {
    of: 'deudas',
    title: 'Deudas',
    columns: [
      ['Fecha', instant('at')],
      ['Concepto', text('concept'), 'wide'],
      ['Estación', text('merchantName')],
      ['Importe', cents('amount'), 'figure'],
    ],
  },
  {
    of: 'pagos',
    title: 'Pagos con tarjeta',
    columns: [
      ['Fecha', instant('createdAt')],
      ['Deuda', text('debtReference')],
      ['Tarjeta', text('maskedCard'), 'wide'],
      ['Estado', label(STATE_LABELS)],
      ['Importe', cents('amount'), 'figure'],
    ],
  },
  {
    of: 'notificaciones',
    title: 'Notificaciones',
    columns: [
      ['Fecha', instant('at')],
      ['Aviso', (row) => `${text('title')(row)}. ${text('text')(row)}`, 'wide'],
    ],
  },
  {
    of: 'mensajes',
    title: 'Mensajes a la red',
    columns: [
      ['Fecha', instant('at')],
      ['Mensaje', (row) => `${text('title')(row)}. ${text('text')(row)}`, 'wide'],
    ],
  },
  {
    of: 'correos',
    title: 'Correos que te mandamos',
    columns: [
      ['Fecha', instant('at')],
      ['Asunto', text('subject'), 'wide'],
      ['Para', text('recipient')],
    ],
  },
  {
    of: 'cambiosDeCorreo',
    title: 'Cambios de correo',
    columns: [
      ['Fecha', instant('createdAt')],
      ['Del correo', text('oldEmail')],
      ['Al correo', text('newEmail'), 'wide'],
      ['Confirmado', instant('confirmedAt')],
    ],
  },
  {
    of: 'cambiosDeCuentaBancaria',
    title: 'Cambios de cuenta bancaria',
    columns: [
      ['Fecha', instant('createdAt')],
      ['Cuenta de antes', earlierAccounts, 'wide'],
      ['Deshecho', instant('endedAt')],
    ],
  },
  {
    of: 'sesiones',
    title: 'Sesiones',
    columns: [
      ['Abierta', instant('createdAt')],
      ['Último uso', instant('seenAt')],
      ['Dispositivo', text('device'), 'wide'],
      ['Cerrada', instant('revokedAt')],
    ],
  },
  {
    of: 'preferencias',
    title: 'Notificaciones que elegiste',
    columns: [
      ['Tipo', text('type')],
      ['En la app', yesOrNo('app')],
      ['Por correo', yesOrNo('email')],
      ['En el dispositivo', yesOrNo('push'), 'wide'],
    ],
  },
  {
    of: 'dispositivosConAvisos',
    title: 'Dispositivos que reciben avisos',
    columns: [
      ['Desde', instant('registeredAt')],
      ['Plataforma', text('platform')],
      ['Con detalle', yesOrNo('detail'), 'wide'],
    ],
  },
]

const SEXES: Readonly<Record<string, string>> = { F: 'Femenino', M: 'Masculino', X: 'Otro' }

const factsOf = (profile: Row): PdfFact[] => [
  { name: 'Nombre', value: `${text('firstName')(profile)} ${text('firstSurname')(profile)}` },
  { name: 'Cédula', value: documentText(text('documentNumber')(profile)) },
  { name: 'Nacimiento', value: shortDate(text('birthdate')(profile).replaceAll('-', '')) },
  { name: 'Sexo', value: SEXES[text('sex')(profile)] ?? '' },
  { name: 'Correo', value: text('email')(profile) },
  { name: 'Celular', value: mobileText(text('mobile')(profile)) },
  { name: 'Dirección', value: text('address')(profile) },
  { name: 'Cuenta desde', value: instant('createdAt')(profile) },
]

/**
 * What is stored about a person, as a PDF to read. The JSON has every field.
 * @param exportedAt `yyyyMMddHHmmss`
 */
export function personalDataPdf(exportedAt: string, data: Data): PdfContent {
  return {
    title: 'Mis datos',
    subtitle: `al ${shortDate(exportedAt)}`,
    facts: data.perfil.flatMap(factsOf),
    totals: [],
    tables: TABLES.map(({ of, title, columns }) => ({
      title,
      columns: columns.map(([name, , kind]) => ({
        name,
        isFigure: kind === 'figure',
        isWide: kind === 'wide',
      })),
      rows: data[of].map((row) => columns.map(([, read]) => read(row))),
      empty: 'No hay nada guardado.',
    })),
    createdAt: dateAndTime(exportedAt),
  }
}
