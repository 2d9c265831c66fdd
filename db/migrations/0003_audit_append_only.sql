-- What the audit says stays said.
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit"
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'surtidor_app') THEN
    REVOKE UPDATE, DELETE, TRUNCATE ON "audit" FROM surtidor_app;
  END IF;
END $$;
