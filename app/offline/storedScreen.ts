import { ownKey } from '#kit/browser/perUserStorage.ts'

/** The routes whose screen is stored as it was last drawn. None of them shows card data. */
export const STORED_ROUTES: readonly string[] = ['#/main', '#/movements', '#/listLoyaltyMovements']

/** A node of a stored screen: a text, or an element by the index of its tag, and its child nodes. */
export type StoredNode = string | [tag: number, ...StoredNode[]]

/** An element without its content. */
export interface StoredTag {
  name: string
  isSvg: boolean
  attributes: Record<string, string>
}

/** A screen as it was last drawn. */
export interface StoredScreen {
  /** The paths of the style sheets that were loaded then. */
  styles: string[]
  title: string
  /** Each tag once: the rows of a list differ in their texts only. */
  tags: StoredTag[]
  nodes: StoredNode[]
}

/** What the names of the entries with a person's stored screens begin with, after the owner. */
export const SCREENS_PREFIX = 'screen '

/** The name of the entry with a person's stored screen of a route. */
export const screenKey = (email: string, route: string): string =>
  ownKey(email, SCREENS_PREFIX + route)
