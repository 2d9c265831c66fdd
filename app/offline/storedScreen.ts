import { ownKey } from '#kit/browser/ownEntries.ts'

/** The routes whose screen is stored as it was last drawn. None of them shows card data. */
export const STORED_ROUTES: readonly string[] = ['#/main', '#/movements', '#/listLoyaltyMovements']

/** A node of a stored screen: a text, or an element with its attributes and child nodes. */
export type StoredNode = string | [tag: string, attributes: Record<string, string>, ...StoredNode[]]

/** A screen as it was last drawn. */
export interface StoredScreen {
  /** The paths of the style sheets that were loaded then. */
  styles: string[]
  title: string
  nodes: StoredNode[]
}

/** What the names of the entries with a person's stored screens begin with, after the owner. */
export const SCREENS_PREFIX = 'screen '

/** The name of the entry with a person's stored screen of a route. */
export const screenKey = (email: string, route: string): string =>
  ownKey(email, SCREENS_PREFIX + route)
