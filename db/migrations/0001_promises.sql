-- What the tables promise beyond their columns.

-- Retrieval reference numbers are handed to each server process in blocks of ten thousand.
CREATE SEQUENCE "rrn_block" START 1 MINVALUE 0;
--> statement-breakpoint
-- L2: what the ledger says stays said; a correction is a reversal.
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_transaction_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_transaction"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
-- L1: the entries of a transaction are written together and sum to 0.
CREATE FUNCTION ledger_entries_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_entries GROUP BY transaction_id HAVING sum(points) <> 0) THEN
    RAISE EXCEPTION 'entries of a ledger transaction must sum to 0' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entry_balance AFTER INSERT ON "ledger_entry" REFERENCING NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_balance();
--> statement-breakpoint
-- The server works as a role that cannot rewrite the ledger. Roles belong to the whole cluster, so
-- another database may have made it; where the owner may not create roles, the triggers stand alone.
DO $$
BEGIN
  CREATE ROLE surtidor_app NOLOGIN;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
  WHEN insufficient_privilege THEN RAISE NOTICE 'role surtidor_app could not be made';
END $$;
--> statement-breakpoint
-- Before PostgreSQL 16 whoever makes a role is no member of it.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'surtidor_app') AND NOT pg_has_role(current_user, 'surtidor_app', 'MEMBER') THEN
    EXECUTE format('GRANT surtidor_app TO %I', current_user);
  END IF;
EXCEPTION
  WHEN insufficient_privilege THEN RAISE NOTICE 'role surtidor_app is not ours to work as';
END $$;
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'surtidor_app') THEN
    GRANT USAGE ON SCHEMA public TO surtidor_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO surtidor_app;
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO surtidor_app;
    REVOKE UPDATE, DELETE, TRUNCATE ON "ledger_transaction", "ledger_entry" FROM surtidor_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO surtidor_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO surtidor_app;
  END IF;
END $$;
