import { screen } from '@testing-library/react'
import type { RenderedApp } from '#testing/browser/renderApp.tsx'

export const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label)
export const press = async (app: RenderedApp, name: string | RegExp) =>
  app.user.click(await screen.findByRole('button', { name }))
/** Replaces the texts of fields by their labels. */
export async function fillFields(app: RenderedApp, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) {
    await app.user.clear(await field(label))
    await app.user.type(await field(label), text)
  }
}
/** The error that is linked to a field. */
export const errorOf = async (label: string) => {
  const input = await field(label)
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
  return document.getElementById(ids.find((id) => id.endsWith('-error')) ?? '')?.textContent
}
/** The fields of the calls of one name, in order. */
export const sent = (app: RenderedApp, name: string) =>
  app.sentCalls.filter((call) => call.name === name).map(({ params }) => params)
