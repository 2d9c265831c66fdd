import { ConsoleScreen } from '#console/features/ConsoleScreen.tsx'
import { DayChart } from '#console/features/DayChart.tsx'
import { home } from '#contract/operator/home.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { dateAndTime } from '#kit/format/dates.ts'
import { points } from '#kit/format/numbers.ts'
import { Section } from '#kit/layout/Section.tsx'

/** Milliseconds after which the open page asks again. */
const REFRESH_MS = 30_000

/** Inicio: what waits for the operator, today beside a week ago, and whether everything works. */
export default function Home() {
  const query = useCallQuery(home, {}, { refetchInterval: REFRESH_MS })
  return (
    <ConsoleScreen title="Inicio">
      <QueryView query={query} skeleton={<Skeleton shape="card" count={3} />}>
        {({ waiting, measures, health }) => (
          <>
            {waiting.length === 0 ? (
              <EmptyState picture="receipt" title="Estás al día">
                Nada espera una decisión tuya.
              </EmptyState>
            ) : (
              <Section title="Te espera">
                <List label="Lo que te espera">
                  {waiting.map(({ title, count, oldest, path }) => (
                    <ListItem
                      key={title}
                      title={title}
                      detail={`Desde el ${dateAndTime(oldest)}`}
                      trailing={points(count)}
                      to={path}
                    />
                  ))}
                </List>
              </Section>
            )}
            {health.length > 0 && (
              <Section title="Cómo anda todo">
                <div className="rounded-card border border-line bg-surface p-5 shadow-card">
                  <DescriptionList
                    facts={health.map(({ title, tone, text }) => ({
                      name: title,
                      value: <Badge tone={tone}>{text}</Badge>,
                    }))}
                  />
                </div>
              </Section>
            )}
            {measures.length > 0 && (
              <Section title="Hoy, y el mismo día hace una semana">
                <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
                  {measures.map((measure) => (
                    <DayChart key={measure.title} measure={measure} />
                  ))}
                </div>
              </Section>
            )}
          </>
        )}
      </QueryView>
    </ConsoleScreen>
  )
}
