import type { Page } from 'playwright-core'
import { waitUntil } from '#e2e/browserSession.ts'
import type { RunningStack } from '#testing/harness/startStack.ts'

/**
 * Code and link of the newest email to an address, from the development mailbox.
 * @param page any page; it is left at the email
 */
export async function newestEmailTo(
  page: Page,
  stack: Pick<RunningStack, 'app'>,
  email: string,
  subject: string,
): Promise<{ code: string; link: string }> {
  const newest = page.getByRole('link', { name: `Para ${email}` }).first()
  await waitUntil(async () => {
    await page.goto(`${stack.app}/mailbox`)
    return (await newest.count()) > 0 && (await newest.innerText()).includes(subject)
  })
  await newest.click()
  const text = await page.locator('pre').innerText()
  const link = page.locator('pre a')
  return {
    code: /Tu código: (\S+)/.exec(text)?.[1] ?? '',
    link: (await link.count()) > 0 ? ((await link.first().getAttribute('href')) ?? '') : '',
  }
}
