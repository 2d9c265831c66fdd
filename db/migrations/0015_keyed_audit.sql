CREATE TABLE "audit_head" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_head_is_one" CHECK ("audit_head"."one")
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "hash_version" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
INSERT INTO "audit_head" ("seq", "hash") SELECT "seq", "hash" FROM "audit" ORDER BY "seq" DESC LIMIT 1;--> statement-breakpoint
-- The trigger alone writes the head, with the owner's rights: the role of the server has none on it.
CREATE FUNCTION audit_head_advances() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.audit_head (seq, hash) SELECT seq, hash FROM new_lines ORDER BY seq DESC LIMIT 1
  ON CONFLICT (one) DO UPDATE SET seq = excluded.seq, hash = excluded.hash WHERE audit_head.seq < excluded.seq;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_head_advance AFTER INSERT ON "audit" REFERENCING NEW TABLE AS new_lines
  FOR EACH STATEMENT EXECUTE FUNCTION audit_head_advances();
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'surtidor_app') THEN
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON "audit_head" FROM surtidor_app;
  END IF;
END $$;
