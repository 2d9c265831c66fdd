// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withFields } from '#app/features/notifications/unreadFirst.ts'
import type { Notification } from '#contract/entities/notification.ts'
import { voucherLink } from '#contract/entities/redemption.ts'
import { noAnswer, transportError } from '#kit/api/apiError.ts'
import { Toaster } from '#kit/feedback/Toast.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { renderApp } from '#testing/browser/renderApp.tsx'
import { showMenu } from '#testing/browser/stubCalls.ts'
import { aNotification, aPromotion, aVoucher } from '#testing/fixtures/entities.ts'

const wash = aNotification({ id: 'wash', type: 3, datetime: '20261118090000', title: 'Lavado' })
const fuel = aNotification({
  id: 'fuel',
  type: 4,
  datetime: '20261119090000',
  title: 'Tu consumo',
  amount: 288_569,
  read: 'true',
  url: '/#/movements',
})
const voucher = aNotification({
  id: 'voucher',
  type: 6,
  datetime: '20261110090000',
  title: 'Tu vale',
  text: 'Mostralo en la caja.',
})
const FIELDS = {
  read: { read: 'true' },
  unread: { read: 'false' },
  deleted: { deleted: 'true' },
  restored: { deleted: 'false' },
} as const

/** A server that stores marks; `failing` makes it answer nothing to them. */
function server(list: Notification[]) {
  const state = { list, failing: null as Error | null }
  const store = (id: string, option: keyof typeof FIELDS) => {
    if (state.failing) return state.failing
    state.list = withFields(state.list, id, FIELDS[option])
    return { unread: 0 }
  }
  return {
    state,
    replies: {
      notifications: () => ({
        notifications: state.list.filter(({ deleted }) => deleted === 'false'),
      }),
      readNotification: ({ notificationId }: { notificationId: string }) =>
        store(notificationId, 'read'),
      markNotification: (params: { notificationId: string; option: keyof typeof FIELDS }) =>
        store(params.notificationId, params.option),
    },
  }
}
function renderScreen(list: Notification[], address = '/notification') {
  const { state, replies } = server(list)
  const app = renderApp(address, { replies })
  render(<Toaster router={app.router} session={app.session} />)
  return { ...app, state }
}
const plain = (element: Element | null) => (element?.textContent ?? '').replaceAll('\u00A0', ' ')
const titles = async (name: RegExp) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('.flex-wrap > span')?.textContent)
/** The toast that is shown and is not being closed. */
const toast = () => document.querySelector('.toast:not([data-ending-style])')
const sheet = (name: string) => screen.findByRole('dialog', { name })
const sent = (app: ReturnType<typeof renderScreen>) =>
  app.sentCalls.filter(({ name }) => name !== 'notifications')

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('notification', () => {
  test('lists the unread ones first, then the newest, with amounts', async () => {
    const { user } = renderScreen([fuel, wash, voucher])
    expect(await titles(/2 sin leer/)).toEqual(['Sin leer: Lavado', 'Sin leer: Tu vale'])
    expect(await titles(/Leídas/)).toEqual(['Tu consumo'])
    expect(plain(screen.getByRole('list', { name: 'Leídas' }))).toContain('$ 2.885,69')
    await showMenu(user)
    screen.getByRole('link', { name: /Notificaciones.*2 sin leer/ })
  })

  test('filters by type and stores the type in the address', async () => {
    const { user, address } = renderScreen([fuel, wash, voucher])
    await user.click(await screen.findByRole('radio', { name: 'Vales' }))
    expect(await titles(/1 sin leer/)).toEqual(['Sin leer: Tu vale'])
    expect(screen.queryByText('Lavado')).toBeNull()
    expect(address()).toBe('/notification?type=6')
    await user.click(screen.getByRole('radio', { name: 'Pagos' }))
    expect(await screen.findByText('No hay de este tipo')).toBeTruthy()
  })

  test('opening one reads it once, and the count changes at once', async () => {
    const app = renderScreen([wash, voucher])
    await app.user.click(await screen.findByRole('button', { name: /^Sin leer: ?Tu vale/ }))
    expect(plain(await sheet('Tu vale'))).toContain('Mostralo en la caja.')
    await waitFor(() => expect(app.state.list.at(1)?.read).toBe('true'))
    expect(sent(app)).toEqual([{ name: 'readNotification', params: { notificationId: 'voucher' } }])
    await app.user.keyboard('{Escape}')
    expect(await titles(/1 sin leer/)).toEqual(['Sin leer: Lavado'])
  })

  test('one that announces a promotion opens it', async () => {
    const app = renderScreen([{ ...wash, url: '/#/promotion?id=lavado' }])
    Object.assign(app.replies, { promotions: { promotions: [aPromotion()] } })
    await app.user.click(await screen.findByRole('link', { name: /^Sin leer: ?Lavado/ }))
    await sheet('Lavado completo')
    expect(app.address()).toBe('/promotion?id=lavado')
    await waitFor(() => expect(app.state.list[0]?.read).toBe('true'))
  })

  test('a reading that fails says so and leaves the notification unread', async () => {
    const app = renderScreen([voucher])
    app.state.failing = transportError(503)
    await app.user.click(await screen.findByRole('button', { name: /^Sin leer: ?Tu vale/ }))
    expect(within(await sheet('Tu vale')).getByText(/Mostralo en la caja/)).toBeTruthy()
    await screen.findByText('No pudimos guardar que la leíste: sigue como no leída.', {
      selector: '[role="status"] *',
    })
    await app.user.keyboard('{Escape}')
    expect(await titles(/1 sin leer/)).toEqual(['Sin leer: Tu vale'])
    expect(sent(app)).toHaveLength(1)
  })

  test('a notification without a network is read, stays unread and says nothing; a mark says why', async () => {
    const app = renderScreen([voucher])
    app.state.failing = noAnswer('offline')
    await app.user.click(await screen.findByRole('button', { name: /^Sin leer: ?Tu vale/ }))
    expect(within(await sheet('Tu vale')).getByText(/Mostralo en la caja/)).toBeTruthy()
    await app.user.keyboard('{Escape}')
    expect(await titles(/1 sin leer/)).toEqual(['Sin leer: Tu vale'])
    expect(screen.queryByText(/Necesitás conexión/)).toBeNull()
    await app.user.click(await screen.findByRole('button', { name: 'Borrar: Tu vale' }))
    expect(
      await screen.findByText(/Necesitás conexión para marcar tus notificaciones/, {
        selector: 'main *',
      }),
    ).toBeTruthy()
    expect(await titles(/1 sin leer/)).toEqual(['Sin leer: Tu vale'])
  })

  test('a deletion is undone from the toast', async () => {
    const app = renderScreen([fuel, voucher])
    await app.user.click(await screen.findByRole('button', { name: 'Borrar: Tu vale' }))
    await waitFor(() => expect(screen.queryByText('Tu vale')).toBeNull())
    await waitFor(() => expect(app.state.list.at(1)?.deleted).toBe('true'))
    await app.user.click(await screen.findByRole('button', { name: 'Deshacer' }))
    expect(await titles(/1 sin leer/)).toEqual(['Sin leer: Tu vale'])
    await waitFor(() => expect(app.state.list.at(1)?.deleted).toBe('false'))
    expect(sent(app).map(({ params }) => params.option)).toEqual(['deleted', 'restored'])
  })

  test('a deletion is undone from another screen, until the session ends', async () => {
    const app = renderScreen([fuel, voucher])
    const remove = async () =>
      app.user.click(await screen.findByRole('button', { name: 'Borrar: Tu vale' }))
    await remove()
    app.open('/faqAuth')
    await screen.findByRole('heading', { level: 1, name: 'Preguntas frecuentes' })
    await app.user.click(screen.getByRole('button', { name: 'Deshacer' }))
    await waitFor(() => expect(app.state.list.at(1)?.deleted).toBe('false'))
    app.back()
    await remove()
    await waitFor(() => expect(toast()?.textContent).toContain('La borraste'))
    act(() => app.session.end())
    expect(toast()).toBeNull()
  })

  test('a toast that only tells something ends with its screen', async () => {
    const app = renderScreen([fuel, voucher])
    act(() => showToast('Listo.'))
    await app.user.click(await screen.findByRole('radio', { name: 'Vales' }))
    await waitFor(() => expect(app.address()).toBe('/notification?type=6'))
    expect(toast()?.textContent).toContain('Listo.')
    app.open('/faqAuth')
    await screen.findByRole('heading', { level: 1, name: 'Preguntas frecuentes' })
    expect(toast()).toBeNull()
  })

  test('a deletion that fails brings the notification back and says why', async () => {
    const app = renderScreen([fuel, voucher])
    app.state.failing = transportError(503)
    await app.user.click(await screen.findByRole('button', { name: 'Borrar: Tu vale' }))
    const alert = await screen.findByText('No pudimos borrarla: sigue en tu lista.', {
      selector: 'main *',
    })
    expect(alert.closest('[role="alert"]')?.textContent).toContain('Tu vale')
    expect(await titles(/1 sin leer/)).toEqual(['Sin leer: Tu vale'])
  })

  test('a read one can be left unread, and the undo reads it again', async () => {
    const app = renderScreen([fuel], '/notification?id=fuel')
    await app.user.click(
      within(await sheet('Tu consumo')).getByRole('button', { name: 'Dejar sin leer' }),
    )
    expect(await titles(/1 sin leer/)).toEqual(['Sin leer: Tu consumo'])
    await app.user.click(await screen.findByRole('button', { name: 'Deshacer' }))
    expect(await titles(/Leídas/)).toEqual(['Tu consumo'])
    expect(sent(app).map(({ params }) => params.option)).toEqual(['unread', 'read'])
  })

  test('the sheet has the amount and a link to the page of the notification', async () => {
    renderScreen([fuel], '/notification?id=fuel')
    const opened = await sheet('Tu consumo')
    expect(plain(opened)).toContain('$ 2.885,69')
    const link = within(opened).getByRole('link', { name: 'Ver mis movimientos' })
    expect(link.getAttribute('href')).toBe('/movements')
  })

  test('one about a voucher leads to the voucher', async () => {
    renderScreen(
      [aNotification({ id: 'ready', url: voucherLink(aVoucher()) })],
      '/notification?id=ready',
    )
    const opened = await screen.findByRole('dialog')
    const link = within(opened).getByRole('link', { name: 'Ver el vale' })
    expect(link.getAttribute('href')).toBe('/loyalty?loyaltyCode=CLUB&id=v-1&tab=premios')
  })

  test('a link to another site names its host before it is opened; an unknown host is no link', async () => {
    const openTab = vi.spyOn(window, 'open').mockReturnValue(null)
    const url = 'https://www.surtidor.uy/premios'
    const { user } = renderScreen([{ ...fuel, url }], '/notification?id=fuel')
    await user.click(await screen.findByRole('button', { name: 'Ir a www.surtidor.uy' }))
    const dialog = await screen.findByRole('alertdialog', { name: '¿Ir a www.surtidor.uy?' })
    expect(openTab).not.toHaveBeenCalled()
    await user.click(within(dialog).getByRole('button', { name: 'Ir a www.surtidor.uy' }))
    expect(openTab).toHaveBeenCalledWith(url, '_blank', 'noopener,noreferrer')
    renderScreen([{ ...fuel, url: 'https://evil.test/' }], '/notification?id=fuel')
    expect(within(await sheet('Tu consumo')).queryByText(/evil/)).toBeNull()
  })

  test('offers the older ones when the list is full', async () => {
    const many = Array.from({ length: 100 }, (_, place) =>
      aNotification({ id: `n-${place}`, read: 'true' }),
    )
    const { sentCalls, user } = renderScreen(many)
    await user.click(await screen.findByRole('button', { name: 'Ver las más viejas' }))
    await waitFor(() => expect(sentCalls.at(-1)?.params).toEqual({ count: 500 }))
  })
})
