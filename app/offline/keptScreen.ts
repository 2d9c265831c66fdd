import { ownKey } from '#kit/browser/ownEntries.ts'

/** The routes whose screen is kept as it was last drawn. None of them shows card data. */
export const KEPT_ROUTES: readonly string[] = ['#/main', '#/movements', '#/listLoyaltyMovements']

/** A node of a kept screen: a text, or an element with its attributes and child nodes. */
export type KeptNode = string | [tag: string, attributes: Record<string, string>, ...KeptNode[]]

/** A screen as it was last drawn. */
export interface KeptScreen {
  /** The paths of the style sheets that were loaded then. */
  styles: string[]
  title: string
  nodes: KeptNode[]
}

/** What the names of the entries with a person's kept screens begin with, after the owner. */
export const SCREENS_PREFIX = 'screen '

/** The name of the entry with a person's kept screen of a route. */
export const screenKey = (email: string, route: string): string =>
  ownKey(email, SCREENS_PREFIX + route)
