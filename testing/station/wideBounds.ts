import type { Client } from 'pg'

/** Widens the bounds of all programmes and accounts: a member of a test buys more on a day than a person does. */
export async function widenBounds(owner: Client): Promise<void> {
  await owner.query('update programme set day_sales = 100000, day_millilitres = 2000000000')
  await owner.query('update loyalty set account_limit = 1000000000')
}
