-- A9: of the memberships in force with one card the oldest keeps it. The others get a new random one:
-- 88, eleven digits and a check digit, as the server issues them. Random digits come from a UUID.
DO $$
DECLARE
  twin record;
  digits text;
  card text;
BEGIN
  FOR twin IN
    SELECT code FROM (
      SELECT code, row_number() OVER (PARTITION BY client_card_number ORDER BY since, code) AS place
      FROM loyalty WHERE ended_at IS NULL AND client_card_number <> ''
    ) held WHERE place > 1
  LOOP
    LOOP
      digits := '88' || lpad((('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint
        % 100000000000)::text, 11, '0');
      SELECT digits || (10 - sum(CASE WHEN weighted > 9 THEN weighted - 9 ELSE weighted END) % 10) % 10 INTO card
        FROM (SELECT substr(digits, place, 1)::int * (CASE place % 2 WHEN 1 THEN 2 ELSE 1 END) AS weighted
          FROM generate_series(1, 13) place) weights;
      EXIT WHEN NOT EXISTS (SELECT FROM loyalty WHERE client_card_number = card);
    END LOOP;
    UPDATE loyalty SET client_card_number = card WHERE code = twin.code;
  END LOOP;
END $$;
--> statement-breakpoint
CREATE UNIQUE INDEX "loyalty_card_once" ON "loyalty" USING btree ("client_card_number") WHERE ended_at is null and client_card_number <> '';