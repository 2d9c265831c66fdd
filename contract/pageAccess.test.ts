import { describe, expect, test } from 'vitest'
import { canAccess, firstPageOf, OPEN_PAGES, ROLES } from '#contract/pageAccess.ts'
import { ADMINISTRADOR, PETROBRAS, UBER, USER } from '#contract/roles.ts'

const ALL = [ADMINISTRADOR, USER, UBER, PETROBRAS] as const

describe('canAccess', () => {
  test('opens the pages without a session to every role, and to none', () => {
    expect(OPEN_PAGES).toHaveLength(9)
    for (const page of OPEN_PAGES) {
      expect(canAccess([], page)).toBe(true)
      for (const role of ALL) expect(canAccess([ROLES[role]], page)).toBe(true)
    }
  })

  test('opens a customer’s page to customers and to no other role', () => {
    const pages = ROLES[USER].pages ?? []
    expect(pages).toHaveLength(15)
    for (const page of pages.filter((one) => one !== '/resetPwdWeb')) {
      const opened = ALL.filter((role) => canAccess([ROLES[role]], page))
      expect(opened).toEqual([USER])
    }
  })

  test('opens the list of drivers to the sponsor alone', () => {
    expect(ALL.filter((role) => canAccess([ROLES[role]], '/listDrivers'))).toEqual([UBER])
  })

  test('opens nothing else', () => {
    for (const page of ['/nowhere', '', '/', '/Main'])
      expect(ALL.filter((role) => canAccess([ROLES[role]], page))).toEqual([])
  })

  test('authorises a role that the page table does not know as the sponsor', () => {
    const future = { code: '7', pages: ['/main'] } as unknown as (typeof ROLES)['1']
    expect(canAccess([future], '/main')).toBe(false)
    expect(canAccess([future], '/listDrivers')).toBe(true)
  })
})

describe('firstPageOf', () => {
  test('is /main for a customer, the first page of another role, and none for an operator', () => {
    expect(firstPageOf([ROLES[UBER], ROLES[USER]])).toBe('/main')
    expect(firstPageOf([ROLES[PETROBRAS], ROLES[UBER]])).toBe('/listDrivers')
    expect(firstPageOf([ROLES[PETROBRAS], ROLES[ADMINISTRADOR]])).toBeNull()
  })
})

describe('ROLES', () => {
  test('have the names of the specification', () => {
    expect(
      ALL.map((role) => [ROLES[role].code, ROLES[role].name, ROLES[role].description]),
    ).toEqual([
      ['1', 'Administrador', 'Administra la red'],
      ['2', 'User', 'Cliente'],
      ['3', 'Uber', 'Auspiciante'],
      ['4', 'Petrobras', 'Red de estaciones'],
    ])
  })
})
