-- However a session is ended (logout, another session, a new password, an operator), its device is not
-- pushed to any more.
CREATE FUNCTION forget_push_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "push_subscription" WHERE "session_hash" = NEW."token_hash";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_ends_push AFTER UPDATE OF "revoked_at" ON "session"
  FOR EACH ROW WHEN (NEW."revoked_at" IS NOT NULL) EXECUTE FUNCTION forget_push_of_session();
