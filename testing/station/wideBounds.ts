import type { Client } from 'pg'

/** Widens the bounds of all programmes: a member of a test buys more on a day than a person does. */
export const widenBounds = (owner: Client) =>
  owner.query('update programme set day_sales = 100000, day_millilitres = 2000000000')
