// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { ADULT_AGE, MINIMUM_AGE } from '#contract/fields/birthdate.ts'
import { renderApp } from '#testing/browser/renderApp.tsx'
import { someBenefits } from '#testing/fixtures/programmeBenefits.ts'

afterEach(cleanup)

describe('termandCondition', () => {
  test.each([null, 'Ana'])('%s shows the terms', async (name) => {
    const { sentCalls } = renderApp('/termandCondition', { name, replies: {} })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Términos y condiciones' }),
    ).toBeTruthy()
    const subjects = screen.getAllByRole('heading', { level: 2 }).map((node) => node.textContent)
    for (const subject of [
      /Quiénes somos/,
      /cuenta/,
      /puntos/,
      /tarjeta/,
      /Correos/,
      /guardamos/,
      /derechos/,
      /tiempo/,
      /Contacto/,
    ])
      expect(
        subjects.some((text) => subject.test(text)),
        String(subject),
      ).toBe(true)
    expect(screen.getByRole('main').textContent).toMatch(/Ley 18\.331/)
    const licences = screen.getByRole('link', { name: 'Licencias de terceros' })
    expect(licences.getAttribute('href')).toBe('/licencias.html')
    expect(sentCalls.map(({ name: call }) => call)).toEqual(['programmes'])
  })

  test('tells how long points live, and without an answer where to read it', async () => {
    const replies = { programmes: { programmes: [someBenefits()] } }
    renderApp('/termandCondition', { name: null, replies })
    await screen.findByText(/Hoy los puntos duran 24 meses desde que los sumás\./)
    renderApp('/termandCondition', { name: null, replies: {} })
    await screen.findByText(/Cuánto duran los puntos lo dice cada programa\./)
    expect(screen.queryByText(/lo sumado queda/)).toBeNull()
  })

  test('matches what the code does', async () => {
    renderApp('/termandCondition', { name: null, replies: {} })
    const said = async (title: string) => {
      const heading = await screen.findByRole('heading', { level: 2, name: title })
      return heading.parentElement?.textContent ?? ''
    }
    expect(await said('Tu cuenta')).toContain(`${MINIMUM_AGE} años o más`)
    const paying = await said('Pagos con tarjeta')
    expect(paying).toContain(`hay que tener ${ADULT_AGE} años`)
    // The fields of server/gateway/paymentRequest.ts.
    for (const sent of [
      'nombre',
      'correo',
      'celular',
      'dirección',
      'qué comprás',
      'factura',
      'RUT',
    ])
      expect(paying).toContain(sent)
    expect(await said('Qué guardamos de vos, y para qué')).toMatch(/registro .* a medio escribir/)
    // The periods of server/http/callPipeline.ts, server/auth/verificationCodes.ts and
    // db/retention.ts.
    const kept = await said('Por cuánto tiempo los guardamos')
    expect(kept).toContain('códigos que mandamos: diez minutos')
    expect(kept).toContain(
      '30 días sin uso y a los 90 de haber ingresado, y se borran un día después',
    )
    expect(kept).toContain('se enviaron, a los 30 días; los que no se pudieron entregar, a los 90')
    expect(kept).toMatch(/no encontramos de quién es: 90 días.*mensajes firmados.*: 400 días/)
  })
})
