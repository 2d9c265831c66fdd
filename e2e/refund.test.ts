import { describe, expect, test } from 'vitest'
import { DAY_MS, toDate } from '#contract/dates.ts'
import { axeViolations, DEBIT_CARD, DESKTOP, PHONE, waitUntilIdle } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()

describe('the refund of a payment', () => {
  test('is found by card and day, asked for in part, and reaches the open app of the driver', async () => {
    const { page: paying } = await stack.openAs('ana', 'payment', { viewport: PHONE })
    await stack.payDebt(paying, 'Cuenta de gasoil')
    const paidOn = toDate(new Date())
    // Until 02:00 of the next day the charge can only be voided; a day after a payment of midnight is before that.
    stack.wait(2 * DAY_MS)

    const { page: app } = await stack.openAs('ana', 'listPayment', { viewport: PHONE })
    await app.clock.install()
    await app.reload()
    await waitUntilIdle(app)
    const row = app.getByRole('listitem').filter({ hasText: 'Cuenta de gasoil' }).first()
    await row.getByText('Pagado', { exact: true }).waitFor()

    const { page } = await stack.openAsOperator('elena', 'consola/', { viewport: DESKTOP })
    await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor()
    await page.keyboard.press('Control+k')
    await page
      .getByLabel('Qué buscás')
      .fill(`${DEBIT_CARD.slice(-4)} ${Number(paidOn.slice(6))}/${Number(paidOn.slice(4, 6))}`)
    await page.getByRole('list', { name: 'Resultados' }).getByRole('button').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Qué buscás').press('Enter')
    await page.getByRole('button', { name: 'Devolver', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Devolver' })
    await sheet.getByLabel('Importe a devolver').fill('500')
    await sheet.getByLabel('Motivo').selectOption({ label: 'No se entregó lo que se pagó' })
    await sheet.getByLabel('Explicación').fill('El surtidor se cortó antes de terminar.')
    expect(await axeViolations(page)).toEqual([])
    await sheet.getByLabel('Código de tu segundo factor').fill(await stack.totpCode('elena'))
    await sheet.getByRole('button', { name: 'Devolver' }).click()
    await page.getByText('Devuelto en parte').waitFor()
    await page.getByText(/^Devolución de \$\s500,00: la pasarela la hizo$/).waitFor()

    await app.clock.fastForward('05:00')
    await row.getByText(/^Te devolvimos \$\s500,00 de /).waitFor()
    await app.goto(`${stack.app}/#/notification`)
    await app.getByText('Te devolvimos una parte de tu pago').first().waitFor()
  })
})
