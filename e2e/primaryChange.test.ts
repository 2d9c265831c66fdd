import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { payWith, waitUntil, waitUntilIdle } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()

/** The audit numbers of the tries of a call that got 503, and how it was answered in the end. */
function watchCall(page: Page, name: string) {
  const tries: { status: number; audit: string }[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith(`/${name}`)) return
    const body = response.request().postDataJSON() as { requestHeader: { auditNumber: string } }
    tries.push({ status: response.status(), audit: body.requestHeader.auditNumber })
  })
  return {
    tries,
    /** Waits until two tries were refused. */
    refusedTwice: () => waitUntil(async () => tries.length > 1),
    /** Checks that one request was repeated until it was answered. */
    expectRepeated: () => {
      expect(new Set(tries.map(({ audit }) => audit)).size).toBe(1)
      expect(tries.map(({ status }) => status)).toEqual([...Array(tries.length - 1).fill(503), 200])
    },
  }
}

describe('while the primary of the database changes', () => {
  test('a message says "Un momento", arrives once, and nothing typed is lost', async () => {
    const { page } = await stack.openAs('ana', 'commnents')
    const sending = watchCall(page, 'contact')
    await page.getByLabel('De qué se trata').selectOption('Consulta')
    await page.getByLabel('Título').fill('Mientras cambia el primario')
    await page.getByLabel('Mensaje', { exact: true }).fill('Escrito sin apuro.')
    await stack.refuseWrites(true)
    await page.getByRole('button', { name: 'Enviar' }).dblclick()
    await page.getByRole('button', { name: 'Un momento…' }).waitFor()
    const unsent = page.getByRole('list', { name: 'Mensajes sin mandar' })
    await unsent.getByText('Un momento…').waitFor()
    await sending.refusedTwice()
    expect(await page.getByLabel('Título').inputValue()).toBe('Mientras cambia el primario')
    await stack.refuseWrites(false)
    await page.getByText('¡Gracias por escribirnos!').waitFor()
    sending.expectRepeated()
    expect(
      await stack.query("select from contact_message where title = 'Mientras cambia el primario'"),
    ).toHaveLength(1)
  })

  test('a payment goes to the gateway and comes back without an error, and is charged once', async () => {
    const { page } = await stack.openAs('ana', 'payment')
    const opening = watchCall(page, 'getGEOPayAccessToken')
    await page.getByRole('button', { name: /Cuenta de gasoil/ }).click()
    await stack.refuseWrites(true)
    await page.getByRole('button', { name: /^(Ir a pagar|Seguir pagando)/ }).click()
    await page.getByRole('button', { name: 'Un momento…' }).waitFor()
    await opening.refusedTwice()
    await stack.refuseWrites(false)
    await page.getByLabel('Número de tarjeta').waitFor()
    opening.expectRepeated()

    const returning = watchCall(page, 'processGEOPayResponse')
    await stack.refuseWrites(true)
    await payWith(page)
    await page.getByText('Estamos confirmando tu pago').first().waitFor()
    await returning.refusedTwice()
    await stack.refuseWrites(false)
    await page.getByText('¡Listo! Pagaste').waitFor()
    returning.expectRepeated()
    const attempts = await stack.query<{ state: string }>(
      "select state from payment_attempt where created_at > now() - interval '1 hour'",
    )
    expect(attempts).toEqual([{ state: 'PAID' }])
  })

  test('a list that is opened shows its data when reads are answered again', async () => {
    const { page } = await stack.openAs('ana', 'main')
    let down = true
    await page.route('**/process/accountStatus', (route) =>
      down ? route.fulfill({ status: 503, headers: { 'retry-after': '2' } }) : route.continue(),
    )
    const reading = watchCall(page, 'accountStatus')
    await page.goto('about:blank')
    await page.goto(`${stack.app}/#/listLoyaltyMovements`)
    await page.getByText('Un momento…').waitFor()
    await reading.refusedTwice()
    down = false
    await page.getByText('Litros por mes').first().waitFor()
    await waitUntilIdle(page)
    expect(await page.getByText('Un momento…').count()).toBe(0)
  })
})
