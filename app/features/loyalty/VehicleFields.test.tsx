// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { VehicleFields } from '#app/features/loyalty/VehicleFields.tsx'
import { FormContext } from '#kit/form/Field.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})
const makes = () => {
  render(<VehicleFields />, {
    wrapper: ({ children }) => (
      <FormContext value={{ values: {}, errors: {}, isAtField: () => false }}>
        {children}
      </FormContext>
    ),
  })
  return [...screen.getByLabelText<HTMLSelectElement>('Marca').options].map(({ label }) => label)
}

describe('VehicleFields', () => {
  test('offers the makes of the server’s list, and another make last', () => {
    const received = [
      { code: 'fiat', text: 'Fiat' },
      { code: 'gwm', text: 'Great Wall' },
    ]
    localStorage.setItem('marks', JSON.stringify(received))
    expect(makes()).toEqual(['Elegí', 'Fiat', 'Great Wall', 'Otra marca'])
  })

  test('offers the makes of this version before the server has sent a list', () => {
    expect(makes()).toEqual(['Elegí', 'Chevrolet', 'Fiat', 'Nissan', 'Otra marca'])
  })
})
