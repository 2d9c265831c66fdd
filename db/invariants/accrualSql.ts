/**
 * The accrual rule of a row, stated a second time beside `db/loyalty/accrual.ts`: a query of one row at most.
 * @param of SQL of the programme, the product, the instant, and the payments as JSON (null: not known)
 */
export const ruleOf = (of: Record<'programme' | 'product' | 'at' | 'payments', string>) => `
  select r.per_litre, r.per_hundred
  from points_rule r
  where r.programme = ${of.programme} and r.product in ('', ${of.product})
    and r.valid_from <= ${of.at} and coalesce(r.valid_until, 'infinity') > ${of.at}
    and (r.weekdays = '[]'
      or r.weekdays @> to_jsonb(extract(isodow from ${of.at} at time zone 'America/Montevideo')::int))
    and case when r.hour_from = 0 and r.hour_until = 24 then true
      else mod(24 + extract(hour from ${of.at} at time zone 'America/Montevideo')::int - r.hour_from, 24)
        < mod(24 + r.hour_until - r.hour_from, 24) end
    and (r.means = '[]' or r.means @> jsonb_path_query_array(${of.payments}, '$[*].means'))
  order by (r.weekdays <> '[]')::int + (r.hour_until - r.hour_from <> 24)::int + (r.means <> '[]')::int desc,
    r.product = '', r.valid_from desc, r.per_litre desc, r.per_hundred desc
  limit 1`

/** The points that the rule `rule`, or none, gives for what these columns hold. */
export const pointsBy = (rule: string, of: Record<'millilitres' | 'amount' | 'currency', string>) =>
  `coalesce(${rule}.per_litre * (${of.millilitres} / 1000)
    + case when ${of.currency} = '858' then ${rule}.per_hundred * (${of.amount} / 10000) else 0 end, 0)`
