import type { BrowserContext } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { markNotification } from '#contract/user/markNotification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { tabTo } from '#e2e/accessibilityChecks.ts'
import { accessibilityProblems, DESKTOP, waitUntil } from '#e2e/browserSession.ts'
import { HOSTILE_HTML } from '#e2e/hostileHtml.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { stubbedAppForFile, stubExamples } from '#e2e/stubbedApp.ts'
import { aNotification } from '#testing/fixtures/entities.ts'

const stack = stackForFile()

/** Runs in the page: resolves when what has changed is drawn. */
async function twoFrames(): Promise<void> {
  for (let frames = 0; frames < 2; frames++)
    await new Promise((drawn) => requestAnimationFrame(drawn))
}

const callOf = (name: string) => `**/api/user/process/${name}`

describe('notifications', () => {
  test('the keyboard alone deletes a notification and undoes it', async () => {
    const session = await stack.openAs('ana', 'notification', { viewport: DESKTOP })
    const { page } = session
    const badge = page.getByRole('navigation').getByRole('link', { name: /Notificaciones/ })
    const before = await badge.innerText()
    const remove = page.getByRole('button', { name: 'Borrar: Tu cubierta está pronta' })
    await tabTo(page, remove)
    await page.keyboard.press('Enter')
    await remove.waitFor({ state: 'detached' })
    await expect.poll(() => badge.innerText()).not.toBe(before)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('li') != null))
      .toBe(true)
    const undo = page.getByRole('button', { name: 'Deshacer' })
    await undo.waitFor()
    await page.keyboard.press('F6')
    await tabTo(page, undo)
    await page.keyboard.press('Enter')
    await remove.waitFor()
    await expect.poll(() => badge.innerText()).toBe(before)
    await page.reload()
    await remove.waitFor()
  })

  test('pictures and news that arrive late shift nothing; a picture that fails is replaced', async () => {
    const { page, context } = await stack.openAs('ana', 'main')
    await context.addInitScript(() => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, sources = [] } = entry as PerformanceEntry & {
            value: number
            sources?: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
          }
          const moved = sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.nodeName} «${node?.textContent?.slice(0, 30)}» ${previousRect.y} ${currentRect.y}`,
          )
          shifts.push([value, ...moved].join(', '))
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    let delayed = 0
    const listed = Promise.withResolvers<void>()
    await context.route('**/promotions/*.svg', async (route) => {
      delayed++
      await listed.promise
      await (route.request().url().includes('desayuno') ? route.abort() : route.continue())
    })
    await context.route(callOf('notifications'), async (route) => {
      await listed.promise
      await route.continue()
    })
    await page.goto(`${stack.app}/#/promotion`)
    await page.reload()
    const picture = (name: string) => page.locator(`img[src*="${name}"]`)
    await picture('lavado').waitFor()
    await page.evaluate(twoFrames)
    listed.resolve()
    await waitUntil(async () => (await picture('desayuno').count()) === 0)
    await page.getByText('Nueva', { exact: true }).first().waitFor()
    await page.mouse.wheel(0, 2000)
    await waitUntil(() =>
      picture('premium').evaluate((img: HTMLImageElement) => img.naturalWidth > 0),
    )
    expect(delayed).toBeGreaterThan(2)
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual(
      [],
    )
  })
})

const stubbedApp = stubbedAppForFile()

describe('toasts', () => {
  test.each([
    { width: 360, height: 640 },
    { width: 1280, height: 500 },
  ])('a toast covers nothing of a sheet that is opened below it, %o', async (view) => {
    const text = 'Una línea del aviso.\n'.repeat(60)
    const list = ['a', 'b'].map((id) => aNotification({ id, title: `Aviso ${id}`, text }))
    const { page } = await stubbedApp.open(
      '/notification?id=a',
      (stub) => {
        stubExamples(stub)
        stub(notifications, { notifications: list })
        stub(markNotification, { unread: 1 })
      },
      view,
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Dejar sin leer' }).click()
    await page.locator('.toast').waitFor()
    await page
      .getByRole('button', { name: /Aviso b/ })
      .first()
      .click()
    const sheet = page.getByRole('dialog', { name: 'Aviso b' })
    await expect
      .poll(async () => {
        const [above, below] = [
          await page.locator('.toast').boundingBox(),
          await sheet.boundingBox(),
        ]
        return above && below && above.y >= 0 && above.y + above.height <= below.y
      })
      .toBe(true)
    await sheet.getByRole('button', { name: 'Cerrar' }).click({ trial: true })
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect.poll(() => page.locator('.toast').count()).toBe(0)
    await sheet.getByRole('button', { name: 'Borrar' }).click()
    await page.locator('.toast').waitFor()
    if (view.width < 1024) await page.getByRole('button', { name: 'Abrir el menú' }).click()
  })
})

describe('HTML of notifications', () => {
  /** Opens each payload in turn; what it executed, requested or linked to. */
  async function attacks(bypassCSP: boolean): Promise<string[]> {
    const { page, context, pageErrors } = await stack.openAs('ana', 'main', { bypassCSP })
    const executed: string[] = []
    await answerHostile(context)
    await context.exposeFunction('hit', () => void executed.push(`executed: ${page.url()}`))
    page.on('dialog', (dialog) => {
      executed.push('dialog')
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (request.url().includes('evil.test')) executed.push(request.url())
    })
    // Home has fetched the real list.
    await page.reload()
    for (const place of HOSTILE_HTML.keys()) {
      await page.goto(`${stack.app}/#/notification?id=n-${place}`)
      const box = page
        .getByRole('dialog', { name: `Prueba ${place}`, exact: true })
        .locator('.rich-text')
      await box.waitFor({ state: 'attached' })
      for (const link of await box.locator('a').all()) {
        const href = await link.getAttribute('href')
        if (href !== '#/movements') executed.push(`link: ${href}`)
      }
      const left = await box.evaluate((element) =>
        [...element.querySelectorAll('*')].flatMap((child) =>
          child
            .getAttributeNames()
            .filter((name) => !['href', 'rel'].includes(name))
            .concat(
              /^(IMG|SVG|STYLE|FORM|INPUT|IFRAME|SCRIPT)$/i.test(child.tagName)
                ? [child.tagName]
                : [],
            ),
        ),
      )
      executed.push(...left.map((name) => `left in ${place}: ${name}`))
    }
    await context.close()
    // The policies also refuse the parts that the sanitiser then removes.
    pageErrors.length = 0
    return executed
  }

  const answerHostile = (context: BrowserContext) =>
    context.route(callOf('notifications'), async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { notifications: object[] }
      const [first] = body.notifications
      const list = HOSTILE_HTML.map((html, place) => ({
        ...first,
        id: `n-${place}`,
        title: `Prueba ${place}`,
        text: html.slice(0, 60),
        read: 'true',
        html,
        imageUrl: '',
        url: 'javascript:hit()',
      }))
      await route.fulfill({ json: { ...body, notifications: list } })
    })

  test.each([
    ['under the policies of the server', false],
    ['by the sanitiser alone', true],
  ])('of a corpus of payloads none is executed, %s', async (_name, bypassCSP) => {
    expect(HOSTILE_HTML.length).toBeGreaterThan(50)
    expect(await attacks(bypassCSP)).toEqual([])
  })
})

describe('contact messages', () => {
  test('a message is sent, an operator answers it, the person sees it', async () => {
    const { page } = await stack.openAs('fede', 'commnents')
    await page.getByLabel('De qué se trata').selectOption('Consulta')
    await page.getByLabel(/Sobre qué estación/).fill('ombú')
    await page.getByRole('option', { name: /Estación Ombú/ }).click()
    await page.getByLabel('Título').fill('¿Abren el domingo?')
    await page.getByLabel('Mensaje', { exact: true }).fill('Para cargar temprano.')
    await page.reload()
    expect(await page.getByLabel('Título').inputValue()).toBe('¿Abren el domingo?')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByRole('button', { name: /¿Abren el domingo\?.*Recibido/ }).waitFor()

    const elena = await stack.openAsOperator('elena', 'consola/#/home', {
      viewport: DESKTOP,
    })
    await elena.page.getByRole('link', { name: /Mensajes sin responder/ }).click()
    await elena.page.getByRole('button', { name: '¿Abren el domingo?', exact: true }).click()
    await elena.page.getByLabel('Respuesta').fill('Sí, de 7 a 15.')
    expect(await accessibilityProblems(elena.page, 'the answer')).toEqual([])
    await elena.page.getByRole('button', { name: /^Contestar( y seguir)?$/ }).click()
    await elena.page.getByText('Contestado: le llega en la app y por correo.').waitFor()

    await page.goto(`${stack.app}/#/notification`)
    await page.reload()
    await page
      .getByRole('button', { name: /Contestamos tu mensaje/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Ver mis mensajes' }).click()
    const own = page.getByRole('dialog', { name: '¿Abren el domingo?' })
    await own.getByText('Sí, de 7 a 15.').waitFor()
    await own.getByText('Respondido').first().waitFor()
    expect(await accessibilityProblems(page, 'the answered message')).toEqual([])
  })
})
