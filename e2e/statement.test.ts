import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import type { AccountState, Movement } from '#contract/entities/movement.ts'
import { type Payment, paymentDate } from '#contract/entities/payment.ts'
import type { Redemption } from '#contract/entities/redemption.ts'
import { axeViolations, waitUntilIdle } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { dateAndTime } from '#kit/format/dates.ts'
import { litres, money, points, signedPoints } from '#kit/format/numbers.ts'
import { parseCsv } from '#testing/fixtures/parseCsv.ts'

/** The text of each page of a PDF: the runs of text that begin on the page. */
async function pdfTexts(file: Buffer): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const [, , width = 0] = page.view
    const isShown = ([, , , , x = 0]: number[]) => x >= 0 && x < width
    const { items } = await page.getTextContent()
    pages.push(items.map((run) => ('str' in run && isShown(run.transform) ? run.str : '')).join(''))
  }
  return pages
}

const stack = stackForFile()

/** Ana at a route, and the last answer of each call that she receives from then on. */
async function openAsAna(route: string) {
  const { page } = await stack.openAs('ana', route)
  const answers = new Map<string, unknown>()
  page.on('response', (response) => {
    const call = response.url().split('/process/')[1]
    if (call)
      void response.json().then(
        (body) => answers.set(call, body),
        () => undefined,
      )
  })
  return { page, answers }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function download(page: Page, name: string): Promise<{ file: Download; content: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return { file, content: await readFile(await file.path()) }
}

const spaced = (text: string) => text.replaceAll(/\s/g, ' ')
/** The texts of a PDF in one line of text, as a reader copies them. */
const textOf = async (pdf: Buffer) => spaced((await pdfTexts(pdf)).join(''))
/** The figures that the screen shows above the list. */
const figuresOf = async (page: Page) =>
  (await page.locator('main dl dd').allInnerTexts()).map(spaced)
/** A decimal of the CSV as an integer of its last digits. */
const integer = (text = '') => Number(text.replace(',', ''))
const sumOf = (rows: string[][], column: number) =>
  rows.reduce((sum, row) => sum + integer(row[column]), 0)

describe('the statement as a file', () => {
  test('PDF and CSV have the totals of the screen and every line of the server', async () => {
    const { page, answers } = await openAsAna('listLoyaltyMovements?side=statement')
    await page.getByText('Este año').click()
    await waitUntilIdle(page)
    const figures = await figuresOf(page)
    await press(page, 'Descargar')
    const pdf = await download(page, 'Descargar el estado de cuenta en PDF')
    const csv = await download(page, 'Descargar el estado de cuenta en CSV')
    expect(pdf.file.suggestedFilename()).toMatch(/^estado-de-cuenta-\d{4}-01-01-a-.*\.pdf$/)
    // The last answer is that of the download: all lines in one page.
    const { accountStatus, next } = answers.get('accountStatus') as {
      accountStatus: AccountState
      next: string
    }
    expect(next).toBe('')
    expect(accountStatus.movements.length).toBeGreaterThan(50)

    const [headings, opening, ...rows] = parseCsv(csv.content.toString('utf8'))
    const [closing, ...figureRows] = rows.splice(accountStatus.movements.length)
    const end = figureRows.findIndex((row) => row[3] === 'Diferencia') + 1
    const [totals, others] = [figureRows.slice(0, end), figureRows.slice(end)]
    // The screen folds the days on which points expire.
    const [expiring, today] = [true, false].map((expires) =>
      others.filter((row) => row[3]?.startsWith('Vencen') === expires),
    )
    expect(headings?.join()).toBe('Fecha,Hora,Compra del,Concepto,Referencia,Puntos,Saldo')
    expect(rows.map((row) => [row[4], integer(row[5]), integer(row[6])])).toEqual(
      accountStatus.movements
        .toReversed()
        .map(({ rrn, points: change, balance }) => [rrn, change, balance]),
    )
    const balances = [integer(opening?.[6]), integer(closing?.[6])]
    expect(balances).toEqual([accountStatus.openingPoints, accountStatus.closingPoints])
    expect((balances[0] ?? 0) + sumOf(rows, 5)).toBe(balances[1])
    // Earned, redeemed and so on make the difference, which is the last figure.
    const parts = totals.slice(0, -1)
    const difference = sumOf(totals.slice(-1), 5)
    expect([difference, sumOf(parts, 5)]).toEqual([sumOf(rows, 5), sumOf(rows, 5)])
    expect(figures.slice(4)).toEqual([
      points(balances[0] ?? 0),
      ...totals.map((row) => signedPoints(integer(row[5]))),
      `${points(balances[1] ?? 0)} puntos`,
      ...(today ?? []).map((row) => points(integer(row[5]))),
    ])
    expect(today?.[0]?.[3]).toBe('Para usar hoy')
    expect(sumOf(expiring ?? [], 5)).toBe(balances[1])

    const text = await textOf(pdf.content)
    for (const figure of figures.map((shown) => shown.replace(' puntos', '')))
      expect(text).toContain(figure)
    for (const { rrn, concept } of accountStatus.movements) {
      expect(text).toContain(rrn)
      expect(text.replaceAll(' ', '')).toContain(spaced(concept).replaceAll(' ', ''))
    }
    for (const name of ['Gastaste', 'Ganados', 'Diferencia', 'Saldo de puntos'])
      expect(text).toContain(name)
    // Own fonts: accents and ñ are read back.
    for (const name of ['Titular', 'Documento', 'Programa', 'Afiliación', 'Período', 'Emitido'])
      expect(text).toContain(name)
    const pages = (await pdfTexts(pdf.content)).map(spaced)
    expect(pages.length).toBeGreaterThan(1)
    for (const [index, one] of pages.entries())
      expect(one).toContain(`Página ${index + 1} de ${pages.length}`)
    // The headings are repeated on each page of the points.
    for (const one of pages.slice(1)) expect(one).toContain('Concepto Referencia Puntos Saldo')
  })

  test('the purchases of the period add up to the screen, in PDF and CSV', async () => {
    const { page, answers } = await openAsAna('listLoyaltyMovements')
    await page.getByText('Este año').click()
    await waitUntilIdle(page)
    const figures = await figuresOf(page)
    await press(page, 'Descargar')
    const csv = await download(page, 'Descargar los movimientos en CSV')
    const pdf = await download(page, 'Descargar los movimientos en PDF')
    const rows = parseCsv(csv.content.toString('utf8')).slice(1)
    const { movements, redemptions } = answers.get('movements') as {
      movements: Movement[]
      redemptions: Redemption[]
    }
    const rrns = new Set(movements.map(({ rrn }) => rrn))
    const purchases = rows.filter((row) => rrns.has(row[10] ?? ''))
    const others = rows.filter((row) => !purchases.includes(row))
    expect(purchases.map((row) => row[10])).toEqual(movements.toReversed().map(({ rrn }) => rrn))
    expect(others.map((row) => row[10])).toEqual(redemptions.toReversed().map(({ rrn }) => rrn))
    const totals = [
      money(sumOf(purchases, 8)),
      money(sumOf(purchases, 7)),
      litres(sumOf(purchases, 5)),
      signedPoints(sumOf(purchases, 9)),
    ].map(spaced)
    expect(totals).toEqual(figures)
    for (const total of totals) expect(await textOf(pdf.content)).toContain(total)
  })

  test('a station narrows the file as it narrows the list', async () => {
    const { page } = await openAsAna('movements')
    await page.getByLabel('Estación').selectOption({ label: 'Estación Tero' })
    await waitUntilIdle(page)
    const shown = await page.locator('main li.list-row').count()
    await press(page, 'Descargar')
    const csv = await download(page, 'Descargar los movimientos en CSV')
    const rows = parseCsv(csv.content.toString('utf8')).slice(1)
    expect(rows).toHaveLength(shown)
    expect(new Set(rows.map((row) => row[2]))).toEqual(new Set(['Estación Tero']))
    const pdf = await download(page, 'Descargar los movimientos en PDF')
    expect(await textOf(pdf.content)).toContain('Estación Tero')
  })

  test('an error is shown without a network, and the next click downloads', async () => {
    const { page } = await openAsAna('listLoyaltyMovements?side=statement')
    await press(page, 'Descargar')
    await page.getByRole('button', { name: 'Descargar el estado de cuenta en PDF' }).waitFor()
    await page.context().setOffline(true)
    await press(page, 'Descargar el estado de cuenta en PDF')
    await page.getByRole('alert').getByText('Necesitás conexión para descargar').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.context().setOffline(false)
    const { content } = await download(page, 'Descargar el estado de cuenta en PDF')
    expect(content.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

describe('the receipt of a payment and of a purchase as a file', () => {
  test('says what the server says of the payment, with no more of the card than its mask', async () => {
    const { page, answers } = await openAsAna('listPayment')
    await page.reload()
    await expect.poll(() => answers.has('getPayments')).toBe(true)
    await waitUntilIdle(page)
    await page
      .getByRole('button', { name: /Anulado$/ })
      .first()
      .click()
    const voided = await download(page, 'Descargar PDF')
    expect(await textOf(voided.content)).toContain('Anulado: el cobro quedó sin efecto')
    await page.getByRole('button', { name: 'Cerrar' }).click()
    await page
      .getByRole('button', { name: /Pagado$/ })
      .first()
      .click()
    const { file, content } = await download(page, 'Descargar PDF')
    const { payments } = answers.get('getPayments') as { payments: Payment[] }
    const paid = payments.find(({ state }) => state === 'PAID') ?? expect.fail('no payment')
    expect(file.suggestedFilename()).toBe(`comprobante-${paid.reference}.pdf`)
    const text = await textOf(content)
    for (const said of [
      'Comprobante de pago',
      dateAndTime(paymentDate(paid)),
      paid.merchantName,
      paid.concept,
      paid.maskedCard,
      paid.authorizationCode,
      paid.reference,
      paid.invoiceNumber ?? '',
      paid.law === '0' ? '' : `Ley ${paid.law}`,
      spaced(money(paid.amount)),
      spaced(money(paid.taxedAmount)),
      'Esto no es un documento fiscal',
    ])
      expect(text).toContain(said)
    expect(text).not.toContain('nulado')
    expect(text).not.toMatch(/\d{13,}/)
    expect(await axeViolations(page)).toEqual([])
  })

  test('has the address of the station, and is made without a network', async () => {
    const { page } = await openAsAna('movements')
    await page
      .getByRole('button', { name: /^Super/ })
      .first()
      .click()
    const online = await download(page, 'Descargar PDF')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Enviar a mi correo' }).click()
    await page.getByText('Necesitás conexión para mandar el comprobante').waitFor()
    const offline = await download(page, 'Descargar PDF')
    for (const { content } of [online, offline])
      for (const said of [
        'Comprobante de compra',
        'Dirección',
        'Montevideo',
        '76,88/L',
        '000000010177',
      ])
        expect(await textOf(content)).toContain(said)
  })
})
