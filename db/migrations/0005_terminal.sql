CREATE TABLE "terminal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"branch_code" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"code_hash" "bytea" NOT NULL,
	"code_expires_at" timestamp (3) with time zone NOT NULL,
	"enrolled_at" timestamp (3) with time zone,
	"heard_at" timestamp (3) with time zone,
	"clock_skew" integer,
	CONSTRAINT "terminal_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "terminal_batch" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"terminal_id" uuid NOT NULL,
	"nonce" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"target_uri" text NOT NULL,
	"body" "bytea" NOT NULL,
	"content_digest" text NOT NULL,
	"signature_input" text NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "terminal_key" (
	"keyid" text PRIMARY KEY NOT NULL,
	"terminal_id" uuid NOT NULL,
	"public_key" "bytea" NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	CONSTRAINT "terminal_key_length" CHECK (length("terminal_key"."public_key") = 32)
);
--> statement-breakpoint
ALTER TABLE "terminal" ADD CONSTRAINT "terminal_branch_code_branch_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branch"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminal_batch" ADD CONSTRAINT "terminal_batch_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminal_key" ADD CONSTRAINT "terminal_key_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "terminal_name" ON "terminal" USING btree ("branch_code","name") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "terminal_batch_of_terminal" ON "terminal_batch" USING btree ("terminal_id","received_at");--> statement-breakpoint
CREATE INDEX "terminal_key_of_terminal" ON "terminal_key" USING btree ("terminal_id");--> statement-breakpoint
-- The evidence of what a terminal sent is append-only, like ledger and audit.
CREATE TRIGGER terminal_batch_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "terminal_batch"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'surtidor_app') THEN
    REVOKE UPDATE, DELETE, TRUNCATE ON "terminal_batch" FROM surtidor_app;
  END IF;
END $$;
