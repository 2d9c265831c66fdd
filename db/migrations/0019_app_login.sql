-- The login of the servers reads which migrations a database has, and writes nothing there.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'surtidor_app') THEN
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON "migration" FROM surtidor_app;
    GRANT SELECT ON "migration" TO surtidor_app;
  END IF;
END $$;
--> statement-breakpoint
-- Before PostgreSQL 15 every role may create tables and functions in the schema.
DO $$
BEGIN
  REVOKE CREATE ON SCHEMA public FROM PUBLIC;
EXCEPTION
  WHEN insufficient_privilege THEN RAISE NOTICE 'schema public is not ours';
END $$;
