CREATE INDEX "sale_event_unmatched_code" ON "sale_event" USING btree ("member_code") WHERE loyalty_code is null and member_code <> '';--> statement-breakpoint
CREATE INDEX "sale_event_unmatched_received" ON "sale_event" USING btree ("received_at") WHERE loyalty_code is null and (member_code <> '' or member_card <> '' or member_plate <> '');--> statement-breakpoint
CREATE INDEX "terminal_batch_received" ON "terminal_batch" USING btree ("received_at");--> statement-breakpoint
-- Evidence may be deleted when it is 400 days old: `TRUNCATE` and `UPDATE` stay refused, and of younger rows `DELETE` too.
CREATE OR REPLACE TRIGGER terminal_batch_append_only BEFORE UPDATE OR TRUNCATE ON "terminal_batch"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER terminal_batch_evidence BEFORE DELETE ON "terminal_batch"
  FOR EACH ROW WHEN (OLD.received_at > now() - interval '400 days') EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- With the rights of the owner: the servers may delete evidence by this function only.
CREATE FUNCTION purge_terminal_batches(most integer) RETURNS SETOF uuid
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH expired AS (
    SELECT id FROM terminal_batch WHERE received_at < now() - interval '400 days'
    LIMIT most FOR UPDATE SKIP LOCKED
  )
  DELETE FROM terminal_batch WHERE id IN (SELECT id FROM expired) RETURNING id
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION purge_terminal_batches(integer) FROM PUBLIC;
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'surtidor_app') THEN
    GRANT EXECUTE ON FUNCTION purge_terminal_batches(integer) TO surtidor_app;
  END IF;
END $$;
