import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { KIND_NAMES, type KindName, kindOf } from '#contract/console/objectKinds.ts'
import { DESKTOP, PHONE, waitUntilIdle } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()

async function openConsole(viewport: typeof DESKTOP): Promise<Page> {
  const { page } = await stack.openAsOperator('elena', 'consola/', { viewport })
  await page.waitForURL(/#\/home/)
  return page
}

/** Opens a list and all of its filters. */
async function openList(page: Page, kind: KindName): Promise<void> {
  const { path, title } = kindOf(kind)
  await page.goto(`${stack.app}/consola/#${path}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await waitUntilIdle(page)
  const more = page.getByRole('button', { name: 'Más filtros' })
  if ((await more.count()) > 0) await more.click()
}

/** Runs in the page: the texts that are cut off. */
const cutOff = (elements: Element[]) =>
  elements
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)

describe('what a screen of the console cuts off', () => {
  test('is neither the card of a payment nor the reference of a debt', async () => {
    const page = await openConsole(DESKTOP)
    for (const [kind, heading] of [
      ['payment', 'Tarjeta'],
      ['debt', 'Referencia'],
    ] as const) {
      await openList(page, kind)
      const table = page.getByRole('table', { name: kindOf(kind).title })
      const place = (await table.getByRole('columnheader').allTextContents()).indexOf(heading)
      const cells = table.locator(`tbody td:nth-child(${place + 1})`)
      expect(await cells.count()).toBeGreaterThan(0)
      expect(await cells.locator('span').evaluateAll(cutOff), heading).toEqual([])
      const frame = await table.evaluate(({ parentElement }) => ({
        drawn: parentElement?.scrollWidth,
        room: parentElement?.clientWidth,
      }))
      expect(frame.drawn, kindOf(kind).title).toBe(frame.room)
    }
  })

  test.each([DESKTOP, PHONE])('is no label of a filter, $width px', async (viewport) => {
    const page = await openConsole(viewport)
    const cut: string[] = []
    for (const kind of KIND_NAMES) {
      await openList(page, kind)
      cut.push(
        ...(await page.locator('[data-filters] :is(label, button > span)').evaluateAll(cutOff)),
      )
    }
    expect(cut).toEqual([])
  })

  test('is not the button of a form that is higher than the window', async () => {
    const page = await openConsole(DESKTOP)
    await page.goto(`${stack.app}/consola/#/stations/E001`)
    await page.getByRole('button', { name: 'Cambiar: Super, por litro' }).click()
    const form = page.getByRole('dialog', { name: 'Cambiar un precio' })
    const box = await form.getByRole('button', { name: 'Cambiar un precio' }).boundingBox()
    const frame = await form.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(
      (frame?.y ?? 0) + (frame?.height ?? 0),
    )
  })

  test('the pencil of a value stands beside it on a phone', async () => {
    const page = await openConsole(PHONE)
    await page.goto(`${stack.app}/consola/#/stations/E001`)
    await page.getByRole('button', { name: 'Cambiar: Servicios' }).waitFor()
    const below = await page.locator('dd:has(button)').evaluateAll((values) =>
      values.flatMap((value) => {
        const text = document.createRange()
        text.selectNodeContents(value)
        const button = value.querySelector('button') as HTMLElement
        text.setEndBefore(button)
        const { top, height } = button.getBoundingClientRect()
        const isBeside = top + height / 2 < text.getBoundingClientRect().bottom
        return isBeside ? [] : [button.ariaLabel]
      }),
    )
    expect(below).toEqual([])
  })
})
