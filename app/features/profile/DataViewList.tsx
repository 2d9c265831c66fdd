import { Eye } from 'lucide-react'
import { useNow } from '#app/device/useNow.ts'
import { dataViews } from '#contract/user/dataViews.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { nearDay } from '#kit/format/dates.ts'

export function DataViewList() {
  const query = useCallQuery(dataViews, {})
  const now = useNow()
  return (
    <>
      <p className="text-soft">
        El equipo de Surtidor trabaja con tus datos tapados. Cada vez que los destapa, para ayudarte
        o contestarte, queda anotado acá.
      </p>
      <QueryView query={query} skeleton={<Skeleton shape="row" count={2} />}>
        {({ days }) =>
          days.length === 0 ? (
            <p className="font-medium">Hasta hoy nadie destapó tus datos.</p>
          ) : (
            <List label="Quién miró tus datos">
              {days.map((day) => (
                <ListItem
                  key={day}
                  mark={<IconCircle icon={Eye} />}
                  title="El equipo de Surtidor"
                  detail={nearDay(day, now)}
                />
              ))}
            </List>
          )
        }
      </QueryView>
    </>
  )
}
