// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withFields } from '#app/features/notifications/unreadFirst.ts'
import type { Notification } from '#contract/entities/notification.ts'
import type { Promotion } from '#contract/entities/promotion.ts'
import { noAnswer } from '#kit/api/apiError.ts'
import { renderApp } from '#testing/browser/renderApp.tsx'
import { aNotification, aPromotion } from '#testing/fixtures/entities.ts'

const wash = aPromotion({ imageUrl: '/promotions/lavado.svg' })
const announcement = aNotification({ type: 3, title: 'Lavado', url: '/#/promotion?id=lavado' })

/** Draws the screen with a server that stores marks. */
function renderScreen(list: Promotion[], notices: Notification[] = [], address = '/promotion') {
  const state = { notices }
  const mark = (id: string, fields: Partial<Notification>) => {
    state.notices = withFields(state.notices, id, fields)
    return { unread: 0 }
  }
  const app = renderApp(address, {
    replies: {
      promotions: { promotions: list },
      notifications: () => ({ notifications: state.notices }),
      readNotification: ({ notificationId }: { notificationId: string }) =>
        mark(notificationId, { read: 'true' }),
      markNotification: (given: { notificationId: string; option: string }) =>
        mark(
          given.notificationId,
          given.option === 'deleted' ? { deleted: 'true' } : { read: 'false' },
        ),
    },
  })
  return { ...app, state }
}
const card = () => screen.findByRole('button', { name: /Lavado completo/ })

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
})

describe('promotion', () => {
  test('lists the promotions of the network with period, programme and stations', async () => {
    const branches = ['Tala', 'Tero', 'Timbó'].map((name) => ({ code: name, name }))
    renderScreen([
      { ...wash, programme: 'uber', programmeName: 'Surtidor Uber', branches },
      aPromotion({ id: 'aire', title: 'Aire sin cargo', branches: branches.slice(0, 1) }),
      aPromotion({ id: 'ayer', title: 'De ayer', dateTo: '20261119' }),
    ])
    expect((await card()).textContent).toContain('Para Surtidor Uber, en 3 estaciones')
    expect((await card()).textContent).toContain('Hasta el 30/11/2026')
    expect(
      within(screen.getByRole('list', { name: 'Promociones' })).getAllByRole('article'),
    ).toHaveLength(2)
    const feet = screen.getAllByRole('article').map(({ textContent }) => textContent?.slice(-26))
    expect(feet).toEqual(['Hasta el 30/11/2026Ver más', 'Hasta el 30/11/2026Ver más'])
    expect(screen.queryByText('Nueva')).toBeNull()
    expect(screen.queryByText('De ayer')).toBeNull()
  })

  test('pictures are decorative, have their size, and come from the own origin only', async () => {
    renderScreen([
      wash,
      aPromotion({ id: 'otra', title: 'Otra', imageUrl: 'https://evil.test/a.png' }),
    ])
    await card()
    const [picture, ...others] = document.querySelectorAll('main img')
    expect(others).toEqual([])
    const named = ['src', 'alt', 'width', 'height'].map((name) => picture?.getAttribute(name))
    expect(named).toEqual(['/promotions/lavado.svg', '', '640', '360'])
    expect(document.querySelectorAll('main .aspect-video')).toHaveLength(1)
  })

  test('is new while its notification is unread; opening it reads it', async () => {
    const branches = [
      { code: 'E001', name: 'Estación Ombú' },
      { code: 'E002', name: 'Estación Ceibo' },
    ]
    const app = renderScreen([{ ...wash, branches }], [announcement])
    await waitFor(async () => expect((await card()).textContent).toContain('Nueva'))
    await app.user.click(await card())
    const sheet = await screen.findByRole('dialog', { name: 'Lavado completo' })
    expect(sheet.textContent).toContain('Desde el 01/11/2026 hasta el 30/11/2026.')
    expect(
      within(sheet)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/map?station=E001', '/map?station=E002'])
    await waitFor(() => expect(app.state.notices[0]?.read).toBe('true'))
    await app.user.click(within(sheet).getByRole('button', { name: 'Dejar sin leer' }))
    await waitFor(() => expect(app.state.notices[0]?.read).toBe('false'))
    expect(await screen.findByText('Nueva')).toBeTruthy()
  })

  test('says that a promotion has ended, and deletes its notification', async () => {
    const app = renderScreen([], [announcement], '/promotion?id=lavado')
    expect(await screen.findByText('Esa promoción ya terminó')).toBeTruthy()
    expect(await screen.findByText(/«Lavado» ya no se puede usar/)).toBeTruthy()
    expect(screen.getByText('Por ahora no hay promociones')).toBeTruthy()
    await waitFor(() => expect(app.state.notices[0]?.read).toBe('true'))
    await app.user.click(screen.getByRole('button', { name: 'Borrar el aviso' }))
    await waitFor(() => expect(app.state.notices[0]?.deleted).toBe('true'))
    expect(screen.queryByText('Esa promoción ya terminó')).toBeNull()
  })

  test('without a network draws the stored promotions with their time, and no one of another person', async () => {
    renderScreen([wash, { ...wash, id: 'fin', title: 'Se termina', dateTo: '20261120' }])
    await card()
    await waitFor(() => expect(Object.keys(sessionStorage).join()).toContain('answers promotions'))
    const sessionEntries = Object.fromEntries(Object.entries<string>(sessionStorage))
    onlineManager.setOnline(false)
    const replies = { promotions: noAnswer('offline'), notifications: noAnswer('offline') }
    renderApp('/promotion?id=nueva', { replies, sessionEntries })
    expect(await card()).toBeTruthy()
    expect(await screen.findByText(/^actualizado/)).toBeTruthy()
    expect(screen.getByText(/Vas a ver esa promoción cuando/)).toBeTruthy()
    renderApp('/promotion', { name: 'Fede', replies, sessionEntries })
    expect(await screen.findByText('Esto se ve con conexión')).toBeTruthy()
    expect(screen.queryByText('Lavado completo')).toBeNull()
  })
})
